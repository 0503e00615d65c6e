import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { killGroup } from '../programs/kill-group.ts'
import { removeFolder } from '../scratch/process-folder.ts'
import { createProgramFolder } from '../scratch/program-folder.ts'
import { browserKinds, findExecutable, type BrowserPaths } from './executable.ts'
import { fixedSwitches } from './fixed-switches.ts'
import { lowEnvironment, lowUid } from './low-privilege.ts'
import { defaultStartSettings, type StartSettings } from './start-settings.ts'

export interface SpawnSettings extends BrowserPaths {
  /** Enables Chromium's own sandbox; false only when an operator turned it off. */
  sandbox: boolean
  /** User and group of the browser when this process runs as root. Default 65534. */
  chromiumUid?: number
  /** The environment to take variables from; the browser gets only those that Chromium needs. */
  environment: NodeJS.ProcessEnv
  /** The X display for windows; without it no window is opened. */
  display?: string
  /**
   * Command prefix that runs a program in the network namespace where egress tunnels start. Default: none, they start on
   * this machine.
   */
  enter?: readonly string[]
  /** CPU niceness of the browser, from 0 to 19. Default 0. */
  niceness?: number
}

/** A browser process, the leader of a group, whose pipes carry the DevTools protocol in CBOR. */
export interface SpawnedBrowser {
  pid: number
  input: Writable
  output: Readable
  /** The folder that holds all files of the browser. */
  scratch: string
  /** Returns the end of what the browser has written so far; nothing more is kept. */
  takeLog: () => string
  /** Resolves when all of its processes have ended. */
  ended: Promise<void>
}

const WRAPPER = join(import.meta.dirname, 'launch.sh')
/** The most characters of a browser's output that are kept, for the message when it does not start. */
const LOG_CHARACTERS = 8192

const running = new Set<number>()
process.on('exit', () => running.forEach(killGroup))

/**
 * Starts the process of a browser.
 * @throws {Error} for the operator, when its program is missing.
 */
export async function spawnBrowser(
  { sandbox, chromiumUid, environment, display, enter = [], niceness = 0, ...paths }: SpawnSettings,
  startSettings: Partial<StartSettings> = {},
): Promise<SpawnedBrowser> {
  const { browser: name, hasWindow, switches } = { ...defaultStartSettings, ...startSettings }
  const executable = findExecutable(name, paths)
  if (!executable) throw missing(name)
  const uid = lowUid(chromiumUid)
  const scratch = await createProgramFolder(uid)
  const args = [
    ...fixedSwitches({ hasWindow, sandbox }),
    `--user-data-dir=${join(scratch, 'profile')}`,
    ...switches,
  ]
  const child = spawn(WRAPPER, args, {
    detached: true,
    env: {
      ...lowEnvironment(environment, join(scratch, 'home')),
      ...(hasWindow && { DISPLAY: display }),
      BROWSER_SCRATCH: scratch,
      BROWSER_EXECUTABLE: executable,
      BROWSER_ENTER: enter.join(' '),
      BROWSER_UID: uid === undefined ? '' : String(uid),
      BROWSER_NICENESS: String(niceness),
    },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  await once(child, 'spawn').catch(async (error: unknown) => {
    await removeFolder(scratch)
    throw error
  })
  const pid = child.pid!
  running.add(pid)
  const ended = once(child, 'close').then(() => void running.delete(pid))

  let log: string | undefined = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    if (log !== undefined) log = (log + text).slice(-LOG_CHARACTERS)
  })
  const [, , , input, output] = child.stdio as unknown as [null, null, Readable, Writable, Readable]
  const takeLog = (): string => {
    const taken = log ?? ''
    log = undefined
    return taken
  }
  return { pid, input, output, scratch, takeLog, ended }
}

function missing(name: StartSettings['browser']): Error {
  const { title, variable } = browserKinds[name]
  return new Error(
    `${variable} is not set, and ${title} was not found: install it, or set ${variable} to the path of its executable file.`,
  )
}
