import type { OptionName } from '@render/options'

/** The options whose probes show a stage that owns no options; each of them has to notice. */
export const shownByOptions: Record<string, OptionName[]> = {
  'open-page': ['url'],
  'track-traffic': ['skip_final_delay'],
  'track-responses': ['save_headers', 'save_http_headers', 'save_resource_info'],
  'block-shared-workers': ['block_images'],
  'find-banners': ['click_accept'],
  'accept-late-cookies': ['click_accept'],
  'press-escape-again': ['press_escape'],
  'serve-html': ['html', 'base_url'],
  'warn-of-redirect': ['header', 'authorization', 'cookie'],
  'warn-of-relative-addresses': ['base_url'],
  'warn-of-insecure-origin': ['latitude'],
  'split-tunnel': ['reduce_proxy', 'proxy_resources'],
  'warn-of-unhidden': ['hide_selector'],
  'warn-of-error-page': ['continue_on_nav_error'],
  'measure-bandwidth': ['url'],
  'restore-styles': ['css', 'hide_selector', 'hide_cookie_banners'],
  'expand-scroller': ['detect_full_height'],
  'pin-viewport-heights': ['detect_full_height'],
  'limit-area': ['force_dpr'],
  'take-picture': ['format'],
  'track-files': ['full_html'],
  'save-archive': ['save_mhtml'],
  'read-for-markdown': ['save_markdown'],
  'read-for-model': ['llm_md_mode'],
  'capture-for-model': ['llm_width'],
}

/** The tests that show a stage that no option needs: file and title. */
export const shownByTests: Record<string, [file: string, title: string]> = {
  'limit-requests': ['page-limits.test.ts', 'requests beyond the limit'],
  'limit-bodies': ['page-limits.test.ts', 'one response that never ends'],
  'show-on-screen': ['documents/reading.test.ts', 'reads the page as on a screen beside a PDF'],
  'undo-warm-up': ['documents/reading.test.ts', 'reads the same markup'],
  'show-loaded-pdf': ['pdf-targets.test.ts', 'is rendered as its first page'],
  'record-diagnostics': ['diagnostics.test.ts', 'tells of the console'],
  'read-console': ['diagnostics.test.ts', 'tells of the console'],
  'hold-resizes': ['fixture-site.test.ts', '/resizes'],
  'reserve-pixels': ['pixel-memory.test.ts', 'waits for the memory of its pixels'],
  'scroll-to-element': ['settle.test.ts', 'it is scrolled to the captured element'],
  'isolate-element': ['documents/pdf.test.ts', 'of an element has only that element'],
  'print-svg': ['documents/svg.test.ts', 'looks like the page on a screen'],
  'uncover-element': ['element.test.ts', 'bars of the page'],
  'keep-revealed': ['full-page.test.ts', 'content that hides again'],
  'preserve-webgl': ['documents/pdf.test.ts', 'has what WebGL draws'],
  'grow-frame': ['full-page.test.ts', 'a page that is one frame'],
  'force-offscreen-rendering': ['full-page.test.ts', 'content that the browser skips'],
}

/** The stages that are not taken out because no test here can show them, and the reason. */
export const notShown: Record<string, string> = {
  'close-popups': 'the headless shell opens no windows, only full browsers do',
}
