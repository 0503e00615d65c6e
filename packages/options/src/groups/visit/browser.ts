import { flag, flagOrWord, oneOf } from '../../kinds/index.ts'

/** Options that are always rejected, because no service provides the parts that they need. */
const REJECTED = { owner: 'packages/options/src/rules/conflicts.ts' }

const VERSIONS = ['stable', 'latest', 'lts', 'experimental'] as const

/** Options for the browser and what sites can detect of it. */
export const browser = {
  engine_version: oneOf('Version of the engine to use.', VERSIONS, {
    default: 'stable',
    owner: 'services/gateway/src/make/route-render.ts',
  }),
  v: oneOf('Alias of engine_version.', VERSIONS),
  headless: flagOrWord(
    'Whether full Chromium runs without a window. shell selects the headless shell.',
    ['shell'],
    { default: 'shell' },
  ),
  use_chrome: flag('Use Google Chrome. Has priority over use_chromium.'),
  use_chromium: flag('Use full Chromium.', { default: undefined }),
  browser: oneOf(
    'Browser to use. Has priority over the other options that select one.',
    ['shell', 'chromium', 'chrome'],
    {
      aliases: {
        'headless-shell': 'shell',
        'chromium-headless-shell': 'shell',
        'chrome-headless-shell': 'shell',
        'google-chrome': 'chrome',
      },
    },
  ),
  gpu: flag('Use a GPU.', REJECTED),
  use_stealth: flag('Hide signs of automation.'),
  hide_headless: flag('Hide signs of a headless browser.'),
  solve_captchas: flag('Solve captchas.', REJECTED),
  solve_cf_turnstile: flag('Solve Cloudflare Turnstile challenges.', REJECTED),
  request_interception_method: oneOf('How requests are intercepted.', ['puppeteer', 'cdp'], {
    accepted: 'requests are always intercepted in one way',
  }),
}
