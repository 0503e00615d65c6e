/** Maps preset names to user agents, which change with time; `major` is the major version of our own browser. */
export const userAgentPresets = new Map<string, (major: string) => string>([
  [
    'mobile',
    () =>
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
  ],
  ['desktop', (major) => chrome(DESKTOPS[0]!, major)],
  ['random', (major) => chrome(DESKTOPS[Math.floor(Math.random() * DESKTOPS.length)]!, major)],
])

const DESKTOPS = ['Macintosh; Intel Mac OS X 10_15_7', 'Windows NT 10.0; Win64; x64', 'X11; Linux x86_64']

function chrome(system: string, major: string): string {
  return `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`
}

const SYSTEMS = [
  { pattern: /iPhone/, platform: 'iPhone', name: 'iOS' },
  { pattern: /iPad/, platform: 'iPad', name: 'iOS' },
  { pattern: /Android/, platform: 'Linux armv81', name: 'Android' },
  { pattern: /Windows/, platform: 'Win32', name: 'Windows' },
  { pattern: /Mac OS X|Macintosh/, platform: 'MacIntel', name: 'macOS' },
  { pattern: /CrOS/, platform: 'Linux x86_64', name: 'Chrome OS' },
  { pattern: /Linux/, platform: 'Linux x86_64', name: 'Linux' },
]

/** Returns the `navigator.platform` of a browser with this user agent; undefined when the system is unknown. */
export function platformOf(userAgent: string): string | undefined {
  return SYSTEMS.find(({ pattern }) => pattern.test(userAgent))?.platform
}

/**
 * Returns the client hints of a user agent in the form of the DevTools protocol; undefined when it is not based on
 * Chromium, as only such browsers send hints. With `isOwn` the browser is our own plain Chromium, which has no further
 * brand unless its user agent says that it is headless.
 */
export function clientHintsOf(userAgent: string, { isOwn = false } = {}) {
  const full = /Chrome\/([\d.]+)/.exec(userAgent)?.[1]
  if (full === undefined) return undefined
  const major = full.split('.')[0]!
  const brand = isOwn ? OWN_BRAND.exec(userAgent)?.[0] : brandOf(userAgent)
  const brands = (own: string, greased: string) => [
    { brand: 'Not_A Brand', version: greased },
    { brand: 'Chromium', version: own },
    ...(brand === undefined ? [] : [{ brand, version: own }]),
  ]
  return {
    brands: brands(major, '24'),
    fullVersionList: brands(full, '24.0.0.0'),
    fullVersion: full,
    platform: SYSTEMS.find(({ pattern }) => pattern.test(userAgent))?.name ?? '',
    platformVersion: '',
    architecture: userAgent.includes('Android') ? 'arm' : 'x86',
    bitness: '64',
    model: '',
    mobile: userAgent.includes('Mobile'),
  }
}

const OWN_BRAND = /HeadlessChrome/

/** Returns the brand. Chrome and Chromium have the same user agent; nearly all users of it have Chrome. */
function brandOf(userAgent: string): string | undefined {
  if (/\bEdg\//.test(userAgent)) return 'Microsoft Edge'
  if (/\bChromium\//.test(userAgent)) return undefined
  return OWN_BRAND.exec(userAgent)?.[0] ?? 'Google Chrome'
}
