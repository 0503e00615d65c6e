import { settlesWithin } from '@render/async'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { BrowserDied, isSandboxRefusal, type DeathReason } from '../protocol/errors.ts'
import { browserKinds, findExecutable, type BrowserPaths } from './executable.ts'
import { lowEnvironment, lowUid } from './low-privilege.ts'
import { removeFolder } from '../scratch/process-folder.ts'
import { createProgramFolder } from '../scratch/program-folder.ts'
import { fixedSwitches } from './fixed-switches.ts'
import { killGroup, startProgram, type StartedProgram } from './start-program.ts'
import { usualStart, type Start } from './start.ts'
import { createRendererKills } from './renderer-kills.ts'
import { createTabs, type OpenTunnel, type Tab, type TabOptions } from './tabs.ts'

export interface LaunchSettings extends BrowserPaths {
  /** Enables Chromium's own sandbox; false only when an operator turned it off. */
  sandbox: boolean
  /** User and group of the browser when this process runs as root. Default 65534. */
  chromiumUid?: number
  /** The environment to take variables from; the browser gets only those that Chromium needs. */
  environment: NodeJS.ProcessEnv
  /** The X display for windows; without it no window is opened. */
  display?: string
  /** Opens the egress tunnel of one tab. */
  openTunnel: OpenTunnel
  /**
   * Command prefix that runs a program in the network namespace where egress tunnels start. Default: none, they start on
   * this machine.
   */
  enter?: readonly string[]
  /** CPU niceness of the browser, from 0 to 19. Default 0. */
  niceness?: number
  /** The most bytes of events that one page may send through the protocol. Default 256 MB. */
  eventBytesPerPage?: number
}

/** A running browser: one process tree, one scratch directory. */
export interface BrowserProcess extends AsyncDisposable {
  readonly browser: Browser
  readonly pid: number
  readonly version: string
  /** Resolves when the process is gone, with the reason. */
  readonly gone: Promise<BrowserDied>
  /** Resolves when all its files are removed; rejects when some remain. The rejection may stay unhandled. */
  readonly removed: Promise<void>
  isAlive(): boolean
  openTab(options: TabOptions): Promise<Tab>
  /** Prepares no further spare tabs, because no other render will use the browser. */
  readonly stopPreparing: () => void
  /** Resolves when the browser's main process answers. */
  ping(): Promise<unknown>
  /** Kills the whole process group at once. */
  readonly kill: (reason: DeathReason) => void
  /** Kills one of its renderers for its memory: the render of that page fails, others continue. */
  readonly killRenderer: (pid: number) => void
  /** Closes the browser and removes its files. */
  [Symbol.asyncDispose](): Promise<void>
}

const WRAPPER = join(import.meta.dirname, 'launch.sh')
/** Much more than any page sends that is not made for it; to parse them takes a second or two in all. */
const EVENT_BYTES_PER_PAGE = 256 * 1024 ** 2
const LAUNCH_TIMEOUT_MS = 30_000
const CLOSE_TIMEOUT_MS = 2000

/** Starts a browser. Throws an error for the operator when it cannot. */
export async function launchBrowser(
  {
    sandbox,
    chromiumUid,
    environment,
    display,
    openTunnel,
    enter = [],
    niceness = 0,
    eventBytesPerPage = EVENT_BYTES_PER_PAGE,
    ...paths
  }: LaunchSettings,
  how: Partial<Start> = {},
): Promise<BrowserProcess> {
  const { browser: name, hasWindow, switches } = { ...usualStart, ...how }
  const executable = findExecutable(name, paths)
  if (!executable) throw missing(name)
  const uid = lowUid(chromiumUid)
  const scratch = await createProgramFolder(uid)
  try {
    const program = await startProgram({
      command: WRAPPER,
      args: [
        ...fixedSwitches({ hasWindow, sandbox }),
        `--user-data-dir=${join(scratch, 'profile')}`,
        ...switches,
      ],
      environment: {
        ...lowEnvironment(environment, join(scratch, 'home')),
        ...(hasWindow && { DISPLAY: display }),
        BROWSER_SCRATCH: scratch,
        BROWSER_EXECUTABLE: executable,
        BROWSER_ENTER: enter.join(' '),
        BROWSER_UID: uid === undefined ? '' : String(uid),
        BROWSER_NICENESS: String(niceness),
      },
      artifacts: join(scratch, 'artifacts'),
      eventBytesPerPage,
      timeoutMs: LAUNCH_TIMEOUT_MS,
    })
    return started(program, { scratch, openTunnel })
  } catch (error) {
    await removeFolder(scratch).catch(() => undefined)
    if (!isSandboxRefusal(error)) throw error
    throw new Error(
      'Chromium cannot use its sandbox here: the kernel or the container forbids user namespaces. Allow them, or set CHROMIUM_SANDBOX=off to run untrusted pages without it.',
      { cause: error },
    )
  }
}

function missing(name: Start['browser']): Error {
  const { title, variable } = browserKinds[name]
  return new Error(
    `${variable} is not set, and ${title} was not found: install it, or set ${variable} to the path of its executable file.`,
  )
}

function started(
  { browser, pid, pipe, ended }: StartedProgram,
  { scratch, openTunnel }: { scratch: string } & Pick<LaunchSettings, 'openTunnel'>,
): BrowserProcess {
  let reason: DeathReason = 'crash'
  const { promise: gone, resolve: onGone } = Promise.withResolvers<BrowserDied>()
  const control = browser.newBrowserCDPSession()
  control.catch(() => undefined)
  const renderers = createRendererKills()
  const tabs = createTabs(browser, {
    openTunnel,
    isFlooding: pipe.isFlooding,
    takeMemoryKill: renderers.takeKill,
  })

  browser.once('disconnected', () => {
    killGroup(pid)
    onGone(new BrowserDied(reason))
  })
  const removed = ended.then(() => removeFolder(scratch))
  // Files that cannot be removed must not end this process.
  removed.catch(() => undefined)
  return {
    browser,
    pid,
    version: browser.version(),
    gone,
    removed,
    isAlive: () => browser.isConnected(),
    openTab: (options) => tabs.open(options),
    stopPreparing: () => tabs.stopPreparing(),
    ping: async () => (await control).send('Browser.getVersion'),
    kill(cause) {
      reason = cause
      killGroup(pid)
    },
    killRenderer: renderers.kill,
    // A browser that closes by itself reaps its processes; only one that does not is killed.
    async [Symbol.asyncDispose]() {
      reason = 'disposed'
      const closing = browser.close().catch(() => undefined)
      if (!(await settlesWithin(closing, CLOSE_TIMEOUT_MS))) killGroup(pid)
      await Promise.allSettled([closing, removed])
    },
  }
}
