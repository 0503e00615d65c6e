import { expect, test } from '@jest/globals'
import { resolveOptions, toRenderOptions, type GivenOptions } from '@render/options'
import { targetOf } from '../target.ts'
import { canOpenDirectly } from './can-open-directly.ts'

function judge(given: GivenOptions): boolean {
  const options = toRenderOptions(resolveOptions(given))
  return canOpenDirectly(options, targetOf(options))
}

const url = 'https://example.com/'

test.each<GivenOptions>([
  { url },
  { html: '<p>', base_url: url },
  { url, format: 'webp', width: 800, dpr: 2, quality: 50 },
  { url, full_page: true },
  { url, block_ads: true, hide_cookie_banners: true },
  { url, dark_mode: true, media: 'print' },
  { url, format: 'pdf', full_page: true, pdf_margin: 'default', pdf_title: 'title' },
  { url, format: 'svg' },
  { url, format: 'mhtml' },
  { url, response_type: 'binary' },
  { url, thumb_width: 200, img_pad: '9', auto_crop: true, show_url: true },
  { url, format: 'md', md_bullets: '*', md_wrap: true },
  { url, css: 'p { color: red }', js: 'scroll(0, 9)', hide_selector_x: '//p' },
  { url, user_agent: 'mine', header: ['X-A=1'], authorization: 'Bearer a' },
  { url, block_urls: ['a.example'], block_injections: true, block_data_urls: true, allow_coin: true },
  { url, metadata: true, save_links: true },
  { url, fail_on_4xx: true, retry_on_nav_error: true },
])('plain renders need no Playwright: %j', (given) => {
  expect(judge(given)).toBe(true)
})

test.each<GivenOptions>([
  { html: '<p>' },
  { url, response_type: 'jsondebug' },
  { url, watermark: 'text' },
  { url, watermark_url: 'https://example.com/a.png' },
  { url, wait_for: 'p' },
  { url, click: ['a'] },
  { url, format: 'pdf', pdf_show_header: true },
  { url, format: 'mp4' },
  { url, cookie: ['a=b'] },
  { url, tz: 'Asia/Tokyo' },
])('others do: %j', (given) => {
  expect(judge(given)).toBe(false)
})
