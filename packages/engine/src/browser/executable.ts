import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'

/** The headless shell first: it renders at a third of the CPU of full Chromium and calls nobody. */
const WELL_KNOWN = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/lib64/chromium-browser/headless_shell',
  '/opt/chrome-headless-shell/chrome-headless-shell',
  '/usr/lib/chromium/chromium',
  '/usr/lib/chromium-browser/chromium-browser',
  '/usr/lib64/chromium-browser/chromium-browser',
  '/opt/google/chrome/chrome',
]

/** The browser binary to start. Throws an error for the operator, naming `CHROMIUM_PATH`, when there is none. */
export function findExecutable(chromiumPath?: string): string {
  if (chromiumPath) {
    if (isExecutable(chromiumPath)) return chromiumPath
    throw new Error(`CHROMIUM_PATH is ${chromiumPath}, which is not an executable file.`)
  }
  const found = [...WELL_KNOWN, chromium.executablePath()].find(isExecutable)
  if (found) return found
  throw new Error(
    'No Chromium was found. Install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH to its binary.',
  )
}

/** Where a program lies that is looked for by its name. */
export function findOnPath(name: string, path = ''): string | undefined {
  return path
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
