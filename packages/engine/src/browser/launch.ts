import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'
import { HOME_LANGUAGE } from '../identity/languages.ts'
import { settlesWithin } from '../settles.ts'
import { BrowserDied, isSandboxRefusal, type DeathReason } from './errors.ts'
import { browserKinds, findExecutable, type BrowserPaths } from './executable.ts'
import { lowEnvironment, lowUid } from './low-privilege.ts'
import { createScratch, removeScratch } from './scratch.ts'
import { usualStart, type Start } from './start.ts'
import { createTabs, type OpenWay, type Tab, type TabOptions } from './tabs.ts'

export interface LaunchSettings extends BrowserPaths {
  /** Chromium's own sandbox; off only where an operator said so. */
  sandbox: boolean
  /** User and group that it runs as when we are root. Default 65534. */
  chromiumUid?: number
  /** What the browser's environment is picked from; only what Chromium needs reaches it. */
  environment: NodeJS.ProcessEnv
  /** X display that windows are shown on; without one none is opened. */
  display?: string
  /** Opens the way out of one tab. */
  openWay: OpenWay
  /** The words that start a program where ways out begin. Default: none, they begin on this machine. */
  enter?: readonly string[]
  /** How far it stands back behind the processes of others, up to 19. Default 0: not at all. */
  niceness?: number
}

/** A running browser: one process tree, one scratch directory. */
export interface BrowserProcess extends AsyncDisposable {
  readonly browser: Browser
  readonly pid: number
  readonly version: string
  /** Resolves when the process is gone, with the reason. */
  readonly gone: Promise<BrowserDied>
  /** Resolves when nothing of it is left on disk; rejects when something stays. Nobody has to listen. */
  readonly removed: Promise<void>
  isAlive(): boolean
  openTab(options: TabOptions): Promise<Tab>
  /** Resolves when the browser's main process answers. */
  ping(): Promise<unknown>
  /** Ends the whole process group at once. */
  readonly kill: (reason: DeathReason) => void
  /** Ends the browser and removes what it left on disk. */
  [Symbol.asyncDispose](): Promise<void>
}

const WRAPPER = join(import.meta.dirname, 'launch.sh')
const LAUNCH_TIMEOUT_MS = 30_000
const CLOSE_TIMEOUT_MS = 2000

/** Without the first a loop of `pushState` makes every close hang; the second would let pages open others at will. */
const LEFT_OUT = ['--disable-ipc-flooding-protection', '--disable-popup-blocking']

/** The library's default; with it a capture fails until the page has painted once. */
const DISABLED_FEATURES = ['CDPScreenshotNewSurface']

const SWITCHES = [
  // What has no way out of its own goes nowhere: a proxy whose name is not resolved, as no name is.
  '--proxy-server=socks5://nowhere.invalid:1',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE 127.64.*',
  // Full Chromium and the headless shell each read one of the two spellings.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  // The headless shell names no language of its own.
  `--accept-lang=${HOME_LANGUAGE}`,
  // A render has one page. While it opens another one, what its frames load may get stuck for good.
  '--block-new-web-contents',
  // Else frames of other sites have processes of their own, whose requests nobody holds: in full browsers, and where a
  // page asks for it.
  '--disable-site-isolation-trials',
  // Pictures would be left out that are not decoded yet when a page is captured.
  '--disable-checker-imaging',
]

/** Starts a browser. Throws an error for the operator when it cannot. */
export async function launchBrowser(
  { sandbox, chromiumUid, environment, display, openWay, enter = [], niceness = 0, ...paths }: LaunchSettings,
  how: Partial<Start> = {},
): Promise<BrowserProcess> {
  const { browser: name, hasWindow, switches } = { ...usualStart, ...how }
  const executable = findExecutable(name, paths)
  if (!executable) throw missing(name)
  const uid = lowUid(chromiumUid)
  const scratch = await createScratch(uid)
  let browser: Browser | undefined
  try {
    browser = await chromium.launch({
      executablePath: WRAPPER,
      chromiumSandbox: sandbox,
      headless: !hasWindow,
      args: [...SWITCHES, ...switches],
      ignoreDefaultArgs: LEFT_OUT,
      artifactsDir: join(scratch, 'artifacts'),
      env: {
        ...lowEnvironment(environment, join(scratch, 'home')),
        ...(hasWindow && { DISPLAY: display }),
        BROWSER_SCRATCH: scratch,
        BROWSER_EXECUTABLE: executable,
        BROWSER_ENTER: enter.join(' '),
        BROWSER_UID: uid === undefined ? '' : String(uid),
        BROWSER_DISABLE_FEATURES: DISABLED_FEATURES.join(','),
        BROWSER_NICENESS: String(niceness),
      },
      // Signals are the service's: by default each of these would end the renders in flight.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: LAUNCH_TIMEOUT_MS,
    })
    const pid = Number(await readFile(join(scratch, 'pid'), 'utf8'))
    await rm(join(scratch, 'pid'))
    return started(browser, { pid, scratch, openWay })
  } catch (error) {
    await browser?.close().catch(() => undefined)
    await removeScratch(scratch).catch(() => undefined)
    if (!isSandboxRefusal(error)) throw error
    throw new Error(
      "Chromium cannot use its sandbox here: the kernel or the container forbids user namespaces. Allow them, or set CHROMIUM_SANDBOX=off to run strangers' pages without it.",
      { cause: error },
    )
  }
}

function missing(name: Start['browser']): Error {
  const { title, variable } = browserKinds[name]
  return new Error(
    `No browser was found that could be ${title}: install one, or set ${variable} to its binary.`,
  )
}

function started(
  browser: Browser,
  { pid, scratch, openWay }: { pid: number; scratch: string } & Pick<LaunchSettings, 'openWay'>,
): BrowserProcess {
  let reason: DeathReason = 'crash'
  const { promise: gone, resolve: onGone } = Promise.withResolvers<BrowserDied>()
  const control = browser.newBrowserCDPSession()
  control.catch(() => undefined)
  const tabs = createTabs(browser, openWay)

  browser.once('disconnected', () => {
    killGroup(pid)
    onGone(new BrowserDied(reason))
  })
  const removed = gone.then(() => removeScratch(scratch))
  // What stays on disk must not end the process that the browser crashed under.
  removed.catch(() => undefined)
  return {
    browser,
    pid,
    version: browser.version(),
    gone,
    removed,
    isAlive: () => browser.isConnected(),
    openTab: (options) => tabs.open(options),
    ping: async () => (await control).send('Browser.getVersion'),
    kill(why) {
      reason = why
      killGroup(pid)
    },
    // Asked nicely first: a browser that ends by itself reaps its processes.
    async [Symbol.asyncDispose]() {
      reason = 'disposed'
      const closing = browser.close().catch(() => undefined)
      if (!(await settlesWithin(closing, CLOSE_TIMEOUT_MS))) killGroup(pid)
      await Promise.allSettled([closing, removed])
    },
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Already gone.
  }
}
