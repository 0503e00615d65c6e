import { flag, flagOrWord, oneOf, text } from '../kinds/index.ts'

const VERSIONS = ['stable', 'latest', 'lts', 'experimental'] as const

/** Which browser renders, and what it tells of itself. */
export const browser = {
  engine_version: oneOf('Build of the engine to use.', VERSIONS, {
    default: 'stable',
    owner: 'services/gateway/src/route-render.ts',
  }),
  v: oneOf('The same as engine_version.', VERSIONS),
  headless: flagOrWord(
    'Whether the browser runs without a window; shell is the small browser without one.',
    ['shell'],
    {
      default: 'shell',
    },
  ),
  use_chrome: flag('Use branded Chrome.'),
  use_chromium: flag('Use Chromium.', { default: undefined }),
  browser: text('Name of the browser to use.', { maxBytes: 64 }),
  gpu: flag('Draw on graphics hardware.'),
  use_stealth: flag('Show fewer signs of automation.'),
  hide_headless: flag('Hide that the browser has no window.'),
  solve_captchas: flag('Have captchas solved.'),
  solve_cf_turnstile: flag('Have the challenge of Cloudflare solved.'),
  request_interception_method: oneOf('How requests are watched.', ['puppeteer', 'cdp'], {
    accepted: 'a hint: requests are always watched in the one way that is fastest here',
  }),
}
