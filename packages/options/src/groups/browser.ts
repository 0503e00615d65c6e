import { flag, flagOrWord, oneOf } from '../kinds/index.ts'

const CHOICE = { owner: 'packages/engine/src/browser/choose-browser.ts' }

/** It is refused: nobody here provides what it needs. */
const REFUSED = { owner: 'packages/options/src/rules/conflicts.ts' }

const VERSIONS = ['stable', 'latest', 'lts', 'experimental'] as const

/** Which browser renders, and what it tells of itself. */
export const browser = {
  engine_version: oneOf('Build of the engine to use.', VERSIONS, {
    default: 'stable',
    owner: 'services/gateway/src/route-render.ts',
  }),
  v: oneOf('The same as engine_version.', VERSIONS),
  headless: flagOrWord(
    'Whether full Chromium runs without a window; shell is the small browser that has none.',
    ['shell'],
    { default: 'shell', ...CHOICE },
  ),
  use_chrome: flag('Use branded Chrome, before use_chromium.', CHOICE),
  use_chromium: flag('Use full Chromium.', { default: undefined, ...CHOICE }),
  browser: oneOf('Browser to use, before all others that are asked for.', ['shell', 'chromium', 'chrome'], {
    aliases: {
      'headless-shell': 'shell',
      'chromium-headless-shell': 'shell',
      'chrome-headless-shell': 'shell',
      'google-chrome': 'chrome',
    },
    ...CHOICE,
  }),
  gpu: flag('Draw on graphics hardware.', REFUSED),
  use_stealth: flag('Show fewer signs of automation.'),
  hide_headless: flag('Hide that the browser has no window.'),
  solve_captchas: flag('Have captchas solved.', REFUSED),
  solve_cf_turnstile: flag('Have the challenge of Cloudflare solved.', REFUSED),
  request_interception_method: oneOf('How requests are watched.', ['puppeteer', 'cdp'], {
    accepted: 'a hint: requests are always watched in the one way that is fastest here',
  }),
}
