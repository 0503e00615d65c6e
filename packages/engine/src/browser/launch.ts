import { settlesWithin, withTimeout } from '@render/async'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { BrowserCrashed, type CrashReason } from '../failure/browser-crashed.ts'
import { isSandboxRefusal } from '../protocol/errors.ts'
import { removeFolder } from '../scratch/process-folder.ts'
import { createDevtoolsPipe, type DevtoolsPipe } from '../pipe/devtools-pipe.ts'
import { loadPlaywright } from '../playwright/load-playwright.ts'
import { killGroup } from '../programs/kill-group.ts'
import { createRendererKills } from './renderer-kills.ts'
import { spawnBrowser, type SpawnedBrowser, type SpawnSettings } from './spawn-browser.ts'
import { defaultStartSettings, type StartSettings } from './start-settings.ts'
import type { OpenTunnel, Tab, TabOptions } from './tab.ts'
import { createTabs } from './tabs.ts'

export interface LaunchSettings extends SpawnSettings {
  /** Opens the egress tunnel of one tab. */
  openTunnel: OpenTunnel
  /** The most bytes of events that one page may send through the protocol. Default 256 MB. */
  eventBytesPerPage?: number
  /** The longest time that a recorded page may take for one frame. Default 30 s. */
  frameTimeoutMs?: number
}

/** A running browser: one process tree, one scratch folder. */
export interface BrowserProcess extends AsyncDisposable {
  readonly pid: number
  readonly version: string
  /** Resolves when the process is gone, with the reason. */
  readonly gone: Promise<BrowserCrashed>
  /** Resolves when all its files are removed; rejects when some remain. The rejection may stay unhandled. */
  readonly removed: Promise<void>
  /** Returns false as soon as it is killed or has ended. */
  isAlive(): boolean
  openTab(options: TabOptions): Promise<Tab>
  /** Prepares no further spare tabs, because no other render will use the browser. */
  readonly stopPreparing: () => void
  /** Connects Playwright, once. The browser is killed when that fails. */
  readonly playwright: () => Promise<Browser>
  /** Resolves when the browser's main process answers. */
  ping(): Promise<unknown>
  /** Kills the whole process group at once. */
  readonly kill: (reason: CrashReason) => void
  /** Kills one of its renderers for its memory: the render of that page fails, others continue. */
  readonly killRenderer: (pid: number) => void
  /** Closes the browser and removes its files. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Much more than any page sends that is not made for it; to parse them takes a second or two in all. */
const EVENT_BYTES_PER_PAGE = 256 * 1024 ** 2
const LAUNCH_TIMEOUT_MS = 30_000
const CLOSE_TIMEOUT_MS = 2000

const SANDBOX_REFUSED =
  'Chromium cannot use its sandbox here: the kernel or the container forbids user namespaces. Allow them, or set CHROMIUM_SANDBOX=off to run untrusted pages without it.'

/**
 * Starts a browser.
 * @throws {Error} for the operator, when it cannot.
 */
export async function launchBrowser(
  { openTunnel, eventBytesPerPage = EVENT_BYTES_PER_PAGE, frameTimeoutMs, ...settings }: LaunchSettings,
  startSettings: Partial<StartSettings> = {},
): Promise<BrowserProcess> {
  const spawned = await spawnBrowser(settings, startSettings)
  const { pid, input, output, scratch, takeLog, ended } = spawned
  const { browser } = { ...defaultStartSettings, ...startSettings }
  const pipe = createDevtoolsPipe({
    input,
    output,
    eventBytesPerPage,
    placesWindows: browser === 'shell',
    onBroken: () => killGroup(pid),
  })
  try {
    const { product } = await withTimeout(pipe.direct.send('Browser.getVersion'), LAUNCH_TIMEOUT_MS, () => {
      throw new Error('The browser does not answer.')
    })
    takeLog()
    const version = product.split('/')[1]!
    return started(pipe, spawned, { openTunnel, frameTimeoutMs, version, keepsSpare: startSettings.isShared })
  } catch (error) {
    killGroup(pid)
    await ended
    await removeFolder(scratch).catch(() => undefined)
    const log = takeLog()
    throw new Error(isSandboxRefusal(log) ? SANDBOX_REFUSED : `The browser did not start:\n${log}`, {
      cause: error,
    })
  }
}

function started(
  pipe: DevtoolsPipe,
  { pid, scratch, ended }: SpawnedBrowser,
  {
    version,
    ...settings
  }: Pick<LaunchSettings, 'openTunnel' | 'frameTimeoutMs'> & {
    version: string
    keepsSpare?: boolean
  },
): BrowserProcess {
  let reason: CrashReason = 'crash'
  const { promise: gone, resolve: onGone } = Promise.withResolvers<BrowserCrashed>()
  let isAlive = true
  let connecting: Promise<Browser> | undefined
  const kill = (cause: CrashReason): void => {
    reason = cause
    isAlive = false
    killGroup(pid)
  }
  const playwright = (): Promise<Browser> =>
    (connecting ??= connect(pipe, scratch).catch((error: unknown) => {
      if (!isAlive) throw error
      kill('launch')
      throw new BrowserCrashed('launch', error)
    }))
  const renderers = createRendererKills()
  const tabs = createTabs({
    ...settings,
    playwright,
    isAlive: () => isAlive,
    isFlooding: pipe.isFlooding,
    countMessages: pipe.countMessages,
    direct: pipe.direct,
    takeMemoryKill: renderers.takeKill,
  })

  void pipe.closed.then(() => {
    isAlive = false
    killGroup(pid)
    onGone(new BrowserCrashed(reason))
  })
  const removed = ended.then(() => removeFolder(scratch))
  // Files that cannot be removed must not end this process.
  removed.catch(() => undefined)
  return {
    pid,
    version,
    gone,
    removed,
    isAlive: () => isAlive,
    openTab: (options) => tabs.open(options),
    stopPreparing: () => tabs.stopPreparing(),
    playwright,
    ping: () => pipe.direct.send('Browser.getVersion'),
    kill,
    killRenderer: renderers.kill,
    // A browser that closes by itself reaps its processes; only one that does not is killed.
    async [Symbol.asyncDispose]() {
      if (isAlive) reason = 'disposed'
      pipe.close()
      if (!(await settlesWithin(pipe.closed, CLOSE_TIMEOUT_MS))) killGroup(pid)
      await removed.catch(() => undefined)
    },
  }
}

async function connect(pipe: DevtoolsPipe, scratch: string): Promise<Browser> {
  const { chromium } = await loadPlaywright()
  const artifactsDir = join(scratch, 'artifacts')
  return chromium.connectOverCDP(pipe, { timeout: LAUNCH_TIMEOUT_MS, artifactsDir })
}
