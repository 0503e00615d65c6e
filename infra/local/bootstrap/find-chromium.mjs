import { readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { isProgram } from './run.mjs'

/** The binaries themselves: some systems' wrappers on the PATH stay beside the browser and outlive it. */
const SHELLS = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/lib64/chromium-browser/headless_shell',
  '/opt/chrome-headless-shell/chrome-headless-shell',
]

const BROWSERS = [
  '/usr/lib/chromium/chromium',
  '/usr/lib/chromium-browser/chromium-browser',
  '/usr/lib64/chromium-browser/chromium-browser',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The binary of this machine's browser, a headless shell if there is one; undefined when none is found. */
export function findChromium() {
  return SHELLS.find(isProgram) ?? playwrightShell() ?? BROWSERS.find(isProgram)
}

/** Where Playwright's downloads lie; root's browser runs as another user, who cannot reach root's home. */
export const playwrightDirectory =
  process.env.PLAYWRIGHT_BROWSERS_PATH ??
  (process.getuid?.() === 0 ? '/var/lib/render-service/browsers' : `${homedir()}/.cache/ms-playwright`)

/** Playwright's own download, newest first. */
function playwrightShell() {
  return list(playwrightDirectory)
    .filter((name) => name.startsWith('chromium_headless_shell-'))
    .toSorted()
    .toReversed()
    .flatMap((build) =>
      list(`${playwrightDirectory}/${build}`).map((folder) => `${playwrightDirectory}/${build}/${folder}`),
    )
    .flatMap((folder) => [`${folder}/chrome-headless-shell`, `${folder}/headless_shell`])
    .find(isProgram)
}

function list(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
