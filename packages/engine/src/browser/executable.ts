import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { RenderOptions } from '@render/options'
import { chromium } from 'playwright-core'

/** The headless shell, which renders unless a render asks for another one, and full browsers. */
export type BrowserName = NonNullable<RenderOptions['browser']>

/** Where browsers' binaries lie; found in the usual places where undefined. */
export interface BrowserPaths {
  chromiumPath?: string
  fullChromiumPath?: string
  chromePath?: string
}

interface Kind {
  title: string
  path: keyof BrowserPaths
  /** What an operator sets the path by. */
  variable: string
  usual: string[]
}

const FULL_CHROMIUM = [
  '/usr/lib/chromium/chromium',
  '/usr/lib/chromium-browser/chromium-browser',
  '/usr/lib64/chromium-browser/chromium-browser',
]
const CHROME = ['/opt/google/chrome/chrome']

export const browserKinds: Record<BrowserName, Kind> = {
  // It renders at a third of the CPU of full Chromium and calls nobody; without it another one does as well.
  shell: {
    title: 'the headless shell',
    path: 'chromiumPath',
    variable: 'CHROMIUM_PATH',
    usual: [
      '/usr/lib/chromium/chromium-headless-shell',
      '/usr/lib64/chromium-browser/headless_shell',
      '/opt/chrome-headless-shell/chrome-headless-shell',
      ...FULL_CHROMIUM,
      ...CHROME,
      chromium.executablePath(),
    ],
  },
  chromium: {
    title: 'full Chromium',
    path: 'fullChromiumPath',
    variable: 'FULL_CHROMIUM_PATH',
    usual: [...FULL_CHROMIUM, chromium.executablePath()],
  },
  chrome: { title: 'Chrome', path: 'chromePath', variable: 'CHROME_PATH', usual: CHROME },
}

/**
 * The binary of a browser; undefined when there is none. Throws an error for the operator, naming the variable, when a
 * path that was given is that of no program.
 */
export function findExecutable(name: BrowserName, paths: BrowserPaths = {}): string | undefined {
  const { path, variable, usual } = browserKinds[name]
  const given = paths[path]
  if (!given) return usual.find(isExecutable)
  if (isExecutable(given)) return given
  throw new Error(`${variable} is ${given}, which is not an executable file.`)
}

/** The browsers that there are. Throws as above. */
export function findBrowsers(paths: BrowserPaths): Set<BrowserName> {
  const names = Object.keys(browserKinds) as BrowserName[]
  return new Set(names.filter((name) => findExecutable(name, paths)))
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
