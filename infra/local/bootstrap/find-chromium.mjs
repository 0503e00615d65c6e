import { readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { isProgram, root } from './run.mjs'

/** The usual paths of the binaries, shared with the engine. Wrapper scripts on the PATH would outlive the browser. */
const { shell, chromium, chrome } = JSON.parse(
  readFileSync(`${root}/packages/engine/src/browser/usual-paths.json`, 'utf8'),
)
const BROWSERS = [...chromium, ...chrome, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/** Returns the path of this machine's browser, preferably a headless shell; undefined when none is found. */
export function findChromium() {
  return shell.find(isProgram) ?? playwrightShell() ?? BROWSERS.find(isProgram)
}

/** Playwright's download folder. Root's browser runs as another user, who cannot read root's home. */
export const playwrightDirectory =
  process.env.PLAYWRIGHT_BROWSERS_PATH ??
  (process.getuid?.() === 0 ? '/var/lib/render-service/browsers' : `${homedir()}/.cache/ms-playwright`)

/** Returns Playwright's newest headless shell. */
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
