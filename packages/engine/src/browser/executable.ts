import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { RenderOptions } from '@render/options'

/** The browsers: the headless shell, which is the default, and two full browsers. */
export type BrowserName = NonNullable<RenderOptions['browser']>

/** Paths of the browsers' binaries. The usual paths are searched for those that are undefined. */
export interface BrowserPaths {
  chromiumPath?: string
  fullChromiumPath?: string
  chromePath?: string
}

interface Kind {
  title: string
  path: keyof BrowserPaths
  /** The environment variable by which an operator sets the path. */
  variable: string
  usual: string[]
}

/** The usual paths of the binaries, shared with the bootstrap of `npm start`. */
const usualPaths = JSON.parse(readFileSync(new URL('usual-paths.json', import.meta.url), 'utf8')) as Record<
  BrowserName,
  string[]
>

/** Full Chromium as `playwright install` downloads it, the newest first. */
const downloaded = findDownloaded(join(homedir(), '.cache', 'ms-playwright'))

export const browserKinds: Record<BrowserName, Kind> = {
  // Uses a third of the CPU of full Chromium and makes no requests of its own. Another browser can replace it.
  shell: {
    title: 'the headless shell',
    path: 'chromiumPath',
    variable: 'CHROMIUM_PATH',
    usual: [...usualPaths.shell, ...usualPaths.chromium, ...usualPaths.chrome, ...downloaded],
  },
  chromium: {
    title: 'full Chromium',
    path: 'fullChromiumPath',
    variable: 'FULL_CHROMIUM_PATH',
    usual: [...usualPaths.chromium, ...downloaded],
  },
  chrome: { title: 'Chrome', path: 'chromePath', variable: 'CHROME_PATH', usual: usualPaths.chrome },
}

/**
 * Returns the path of a browser's binary; undefined when there is none.
 * @throws {Error} for the operator, naming the variable, when a configured path is not that of an executable file.
 */
export function findExecutable(name: BrowserName, paths: BrowserPaths = {}): string | undefined {
  const { path, variable, usual } = browserKinds[name]
  const given = paths[path]
  return given ? requireExecutable(given, variable) : usual.find(isExecutable)
}

/**
 * Returns the path that a variable sets.
 * @throws {Error} for the operator, naming the variable, when it is not that of an executable file.
 */
export function requireExecutable(path: string, variable: string): string {
  if (isExecutable(path)) return path
  throw new Error(`${variable} is ${path}, which is not an executable file.`)
}

/**
 * Returns the installed browsers.
 * @throws {Error} for the operator, naming the variable, when a configured path is not that of an executable file.
 */
export function findBrowsers(paths: BrowserPaths): Set<BrowserName> {
  const names = Object.keys(browserKinds) as BrowserName[]
  return new Set(names.filter((name) => findExecutable(name, paths)))
}

/** Returns the path of a program that is found by name in the folders of `PATH`; undefined when there is none. */
export function findOnPath(name: string, path = ''): string | undefined {
  return path
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable)
}

/** Returns the programs in a folder of Playwright's downloads. */
export function findDownloaded(folder: string): string[] {
  const revisions = existsSync(folder)
    ? readdirSync(folder).filter((name) => /^chromium-\d+$/.test(name))
    : []
  const newestFirst = revisions.toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  return newestFirst.flatMap((name) =>
    ['chrome-linux64', 'chrome-linux'].map((build) => join(folder, name, build, 'chrome')),
  )
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
