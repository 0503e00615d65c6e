// The command-line switches of every browser.
import { HOME_LANGUAGE } from '../identity/languages.ts'

/** Features that Playwright's own launch turns off, as its protocol calls expect. */
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // With this feature a capture fails until the page has painted once.
  'CDPScreenshotNewSurface',
  // The egress proxy decides which addresses a page reaches. A browser with this feature asks for a permission before a
  // request to an address of a local network, and ends the page's process when it is asked before the page is shown.
  'LocalNetworkAccessChecks',
  // A page that XSLT makes, such as a site map or a feed, would begin with a warning that XSLT will be removed.
  'GenerateXSLTWarningBanner',
]

/**
 * Switches of Playwright's own launch, which its protocol calls expect. Two of them are left out on purpose:
 * `--disable-ipc-flooding-protection` turns off a protection without which a `pushState` loop makes every close hang, and
 * `--disable-popup-blocking` lets pages open other pages at will.
 */
const EXPECTED = [
  '--disable-field-trial-config',
  '--disable-background-networking',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-back-forward-cache',
  '--disable-breakpad',
  '--disable-component-extensions-with-background-pages',
  '--disable-component-update',
  '--no-default-browser-check',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
  '--enable-features=SkipListAccountsWithoutGaiaCookies',
  '--allow-pre-commit-input',
  '--disable-hang-monitor',
  '--disable-prompt-on-repost',
  '--disable-renderer-backgrounding',
  '--force-color-profile=srgb',
  '--metrics-recording-only',
  '--no-first-run',
  '--password-store=basic',
  '--use-mock-keychain',
  '--no-service-autorun',
  '--disable-search-engine-choice-screen',
  '--unsafely-disable-devtools-self-xss-warnings',
  '--enable-unsafe-swiftshader',
  '--disable-stack-profiler',
  '--disable-infobars',
  '--disable-sync',
  // Files such as captures come as they are, which JSON would write in base64.
  '--remote-debugging-pipe=cbor',
  '--no-startup-window',
]

/** Hosts of a tab's egress tunnel: a port of this machine, or an address of 127.64.0.0/10 in a network namespace. */
const LISTENERS = ['127.0.0.1', ...Array.from({ length: 64 }, (_, at) => `127.${64 + at}.*`)]

const OURS = [
  // Connections outside of a tab's egress tunnel fail: their proxy has a name that is not resolved, as no name is.
  '--proxy-server=socks5://nowhere.invalid:1',
  '--proxy-bypass-list=<-loopback>',
  `--host-resolver-rules=MAP * ~NOTFOUND , ${LISTENERS.map((host) => `EXCLUDE ${host}`).join(' , ')}`,
  // Full Chromium and the headless shell each read one of the two spellings.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  // The headless shell sends no Accept-Language by itself.
  `--accept-lang=${HOME_LANGUAGE}`,
  // A render has one page. While a page opens another one, requests of its frames may hang for ever.
  '--block-new-web-contents',
  // Otherwise cross-site frames have processes of their own, whose requests are not intercepted. That applies to full
  // browsers, and to pages that request isolation.
  '--disable-site-isolation-trials',
  // Otherwise a capture leaves out pictures that are not decoded yet.
  '--disable-checker-imaging',
]

const WITHOUT_WINDOW = [
  '--headless',
  '--hide-scrollbars',
  '--mute-audio',
  // A mouse that hovers, as on a desktop.
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
]

/** Returns the switches of every browser; switches after them win. */
export function fixedSwitches({ hasWindow, sandbox }: { hasWindow: boolean; sandbox: boolean }): string[] {
  return [...EXPECTED, ...(hasWindow ? [] : WITHOUT_WINDOW), ...(sandbox ? [] : ['--no-sandbox']), ...OURS]
}
