import { settlesWithin } from '@render/async'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'
import { HOME_LANGUAGE } from '../identity/languages.ts'
import { BrowserDied, isSandboxRefusal, type DeathReason } from '../protocol/errors.ts'
import { browserKinds, findExecutable, type BrowserPaths } from './executable.ts'
import { lowEnvironment, lowUid } from './low-privilege.ts'
import { removeFolder } from '../scratch/process-folder.ts'
import { createProgramFolder } from '../scratch/program-folder.ts'
import { usualStart, type Start } from './start.ts'
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
  /** Resolves when the browser's main process answers. */
  ping(): Promise<unknown>
  /** Kills the whole process group at once. */
  readonly kill: (reason: DeathReason) => void
  /** Closes the browser and removes its files. */
  [Symbol.asyncDispose](): Promise<void>
}

const WRAPPER = join(import.meta.dirname, 'launch.sh')
const LAUNCH_TIMEOUT_MS = 30_000
const CLOSE_TIMEOUT_MS = 2000

/**
 * Default switches of Playwright that are not used. The first turns off a protection without which a `pushState` loop makes
 * every close hang; the second lets pages open other pages at will.
 */
const LEFT_OUT = ['--disable-ipc-flooding-protection', '--disable-popup-blocking']

/** Disabled by default in Playwright as well: with this feature a capture fails until the page has painted once. */
const DISABLED_FEATURES = ['CDPScreenshotNewSurface']

const SWITCHES = [
  // Connections outside of a tab's egress tunnel fail: their proxy has a name that is not resolved, as no name is.
  '--proxy-server=socks5://nowhere.invalid:1',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE 127.64.*',
  // Full Chromium and the headless shell each read one of the two spellings.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  // The headless shell sends no Accept-Language by itself.
  `--accept-lang=${HOME_LANGUAGE}`,
  // A render has one page. While a page opens another one, requests of its frames may hang for ever.
  '--block-new-web-contents',
  // Otherwise cross-site frames have processes of their own, whose requests are not intercepted. That applies to full
  // browsers, and to pages that request isolation.
  '--disable-site-isolation-trials',
  // Otherwise a capture leaves out pictures that are not decoded yet.
  '--disable-checker-imaging',
]

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
    ...paths
  }: LaunchSettings,
  how: Partial<Start> = {},
): Promise<BrowserProcess> {
  const { browser: name, hasWindow, switches } = { ...usualStart, ...how }
  const executable = findExecutable(name, paths)
  if (!executable) throw missing(name)
  const uid = lowUid(chromiumUid)
  const scratch = await createProgramFolder(uid)
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
      // The service handles signals: by default each of these would end the renders in progress.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: LAUNCH_TIMEOUT_MS,
    })
    const pid = Number(await readFile(join(scratch, 'pid'), 'utf8'))
    await rm(join(scratch, 'pid'))
    return started(browser, { pid, scratch, openTunnel })
  } catch (error) {
    await browser?.close().catch(() => undefined)
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
  browser: Browser,
  { pid, scratch, openTunnel }: { pid: number; scratch: string } & Pick<LaunchSettings, 'openTunnel'>,
): BrowserProcess {
  let reason: DeathReason = 'crash'
  const { promise: gone, resolve: onGone } = Promise.withResolvers<BrowserDied>()
  const control = browser.newBrowserCDPSession()
  control.catch(() => undefined)
  const tabs = createTabs(browser, openTunnel)

  browser.once('disconnected', () => {
    killGroup(pid)
    onGone(new BrowserDied(reason))
  })
  const removed = gone.then(() => removeFolder(scratch))
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
    ping: async () => (await control).send('Browser.getVersion'),
    kill(cause) {
      reason = cause
      killGroup(pid)
    },
    // A browser that closes by itself reaps its processes; only one that does not is killed.
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
    // All of its processes have ended.
  }
}
