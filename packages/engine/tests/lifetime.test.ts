import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { descendantsOf, APPEND_ON_RESPONSE, startHeldSite, until, type RunningProcess } from '@render/testkit'
import { findExecutable } from '../src/browser/executable.ts'
import type { EngineSettings } from '../src/index.ts'
import { ownFolders, ownProcesses } from './own-processes.ts'
import { page, startTestEngine, VIEWPORT, type TestEngine } from './test-engine.ts'

const opened: TestEngine[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((engine) => engine[Symbol.asyncDispose]()))
})

async function start(settings: Partial<EngineSettings> = {}): Promise<TestEngine> {
  const engine = await startTestEngine({ keepsSpare: true, ...settings })
  opened.push(engine)
  return engine
}

const isChromium = ({ command }: RunningProcess) => /chrom|headless/i.test(command)
const ownChromiums = () => ownProcesses().filter(isChromium)

describe('a browser that was started', () => {
  let engine: TestEngine
  beforeAll(async () => {
    process.env.PROBE_OF_A_SECRET = 'sesame'
    engine = await startTestEngine({ keepsSpare: true })
    delete process.env.PROBE_OF_A_SECRET
  })
  afterAll(async () => engine[Symbol.asyncDispose]())

  test('runs pages in its sandbox and not as root', async () => {
    const { rendering } = await engine.pausing({ html: 'x', delay: 3000 })
    const renderers = ownChromiums().filter(({ command }) => command.includes('--type=renderer'))
    expect(renderers.length).toBeGreaterThan(0)
    for (const { pid } of renderers) {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      if (process.env.CHROMIUM_SANDBOX !== 'off') expect(status).toMatch(/^Seccomp:\s+2$/m)
      expect(status).not.toMatch(/^Uid:\s+0\b/m)
    }
    await rendering
  })

  test('gets only the environment variables that it needs', () => {
    const environment = readFileSync(`/proc/${engine.browsers()[0]}/environ`, 'utf8')
    expect(environment).toContain('HOME=')
    expect(environment).not.toContain('sesame')
    expect(environment).not.toContain('BROWSER_')
  })

  test('has our switches, each of them once', () => {
    const switches = readFileSync(`/proc/${engine.browsers()[0]}/cmdline`, 'utf8').split('\0')
    const features = switches.filter((one) => one.startsWith('--disable-features='))
    expect(features).toEqual([expect.stringMatching(/PaintHolding.*,LocalNetworkAccessChecks,/)])
    expect(switches).toContain('--disable-quic')
    expect(switches).toContain('--disable-site-isolation-trials')
    expect(switches).toContain('--force-webrtc-ip-handling-policy=disable_non_proxied_udp')
    expect(switches).not.toContain('--disable-ipc-flooding-protection')
    expect(switches).not.toContain('--disable-popup-blocking')
    expect(switches.filter((one) => one.startsWith('--user-data-dir='))).toEqual([
      expect.stringContaining(`render-browser-${process.pid}-`),
    ])
  })
})

describe('a browser', () => {
  test('is replaced by a new one after recycleAfterRenders renders', async () => {
    const engine = await start({ recycleAfterRenders: 2 })
    const ends = () => engine.events.filter(({ event }) => event === 'browser ended')
    for (const expected of [0, 0, 1, 1, 2]) {
      expect((await engine.make({ html: 'x' })).width).toBe(VIEWPORT.width)
      // A browser is replaced once the next one is warm.
      await until(() => ends().length >= expected && engine.browsers().length === 2)
      expect(ends()).toEqual(Array(expected).fill(expect.objectContaining({ reason: 'disposed' })))
    }
  })

  test('of a render that runs alone ends after that render', async () => {
    const engine = await start()
    await engine.make({ html: 'x' })
    await using site = await startHeldSite(page('', APPEND_ON_RESPONSE))
    const alone = engine.make({ url: site.url, wait_for: 'u' }, { solo: true })
    await site.requested
    expect((await engine.make({ html: 'y' })).width).toBe(VIEWPORT.width)
    expect(engine.events.filter(({ event }) => event === 'browser ended')).toEqual([])
    site.release()
    await alone
    while (!engine.events.some(({ event }) => event === 'browser ended')) await sleep(50)
  })
})

describe('an engine', () => {
  test('leaves no process and no directory behind', async () => {
    const engine = await start()
    await Promise.all(['a', 'b', 'c'].map((organisation) => engine.make({ html: 'x' }, { organisation })))
    expect(ownFolders('browser').length).toBeGreaterThanOrEqual(3)
    await engine[Symbol.asyncDispose]()
    expect(ownChromiums()).toEqual([])
    expect(ownFolders('browser')).toEqual([])
  })

  test('closes the pages of finished and of failed renders', async () => {
    const engine = await start()
    const count = () => ownChromiums().length
    const renderers = () => ownChromiums().filter(({ command }) => command.includes('--type=renderer'))
    const renderSome = async () => {
      await Promise.all(Array.from({ length: 6 }, () => engine.make({ html: 'x' })))
      await expect(engine.make({ url: 'http://nobody.invalid/' })).rejects.toThrow()
      // The engine prepares the next browser and the next page at the same time.
      await until(
        () => engine.browsers().length === 2 && engine.tunnels.size === 1 && renderers().length === 1,
      )
    }
    // The first renders start what the browser has beside its pages.
    await renderSome()
    const before = count()
    await renderSome()
    await until(() => count() <= before)
  })

  test('that was killed leaves no browsers, and the next engine removes its directories', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'killed-engine-'))
    chmodSync(folder, 0o755)
    const killed = await startEngineProcess(folder)
    const browsers = descendantsOf(killed.pid!)
      .filter(isChromium)
      .map(({ pid }) => pid)
    await kill(killed)
    const left = readdirSync(folder)
    expect(left.length).toBeGreaterThan(0)
    expect(left.filter((name) => !name.startsWith(`render-browser-${killed.pid}-`))).toEqual([])
    while (browsers.some(isAlive)) await sleep(50)

    const next = await startEngineProcess(folder)
    expect(readdirSync(folder).filter((name) => left.includes(name))).toEqual([])
    await kill(next)
    rmSync(folder, { recursive: true, maxRetries: 5 })
  })

  test('fails to start without a browser, with an error that names CHROMIUM_PATH', async () => {
    await expect(start({ chromiumPath: '/nowhere/chromium' })).rejects.toThrow(/CHROMIUM_PATH/)
  })

  test('fails to start with a browser without a sandbox, with an error that names CHROMIUM_SANDBOX', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'no-sandbox-'))
    chmodSync(folder, 0o755)
    const chromiumPath = join(folder, 'chromium')
    writeFileSync(chromiumPath, `#!/bin/sh\nexec ${findExecutable('shell')} --no-sandbox "$@"\n`, {
      mode: 0o755,
    })
    try {
      await expect(start({ chromiumPath, sandbox: true })).rejects.toThrow(/CHROMIUM_SANDBOX/)
      expect(ownChromiums()).toEqual([])
      const engine = await start({ chromiumPath, sandbox: false })
      expect((await engine.make({ html: 'x' })).width).toBe(VIEWPORT.width)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

/** Starts an engine in a process of its own that keeps its directories in `folder`. */
async function startEngineProcess(folder: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'fixtures', 'engine-process.ts')], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
