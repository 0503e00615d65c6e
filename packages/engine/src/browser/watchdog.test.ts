import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '@render/testkit'
import type { CrashReason } from '../failure/browser-crashed.ts'
import type { BrowserProcess } from './launch.ts'
import { createWatchdog, type Watchdog, type WatchdogSettings } from './watchdog.ts'

/** Limits that nothing exceeds, and frequent checks. */
const UNLIMITED = {
  bytesPerRender: 1e12,
  browserBytes: 1e12,
  bytesToReplace: 1e12,
  intervalMs: 5,
  missedPings: 1000,
}

const dogs: Disposable[] = []

function startWatchdog(settings: WatchdogSettings): Watchdog {
  const watchdog = createWatchdog(settings)
  watchdog.wake()
  dogs.push(watchdog)
  return watchdog
}

afterEach(() => {
  for (const dog of dogs.splice(0)) dog[Symbol.dispose]()
})

/** Starts a watchdog over one browser, whose process id is that of this process with some tens of megabytes. */
function watch(
  ping: () => Promise<unknown>,
  settings: Partial<WatchdogSettings> = {},
  activeRenders = 1,
  killRenderer?: (pid: number) => void,
) {
  const kill = jest.fn<(reason: CrashReason) => void>()
  const browser = { pid: process.pid, ping, kill, killRenderer } as unknown as BrowserProcess
  const markForReplacement = jest.fn<() => void>()
  const sixChecks = Promise.withResolvers<void>()
  let count = 0
  startWatchdog({
    busy() {
      if (++count === 6) sixChecks.resolve()
      return [{ browser, activeRenders, markForReplacement }]
    },
    ...UNLIMITED,
    missedPings: 3,
    ...settings,
  })
  return { kill, markForReplacement, afterSixChecks: sixChecks.promise }
}

const answer = () => Promise.resolve()
const silence = () => new Promise(() => undefined)

describe('the watchdog', () => {
  test('does not kill a browser that answers and is within its memory limit', async () => {
    const { kill, afterSixChecks } = watch(answer)
    await afterSixChecks
    expect(kill).not.toHaveBeenCalled()
  })

  test('kills a browser that exceeds the memory limit of its renders', async () => {
    const { kill, afterSixChecks } = watch(answer, { bytesPerRender: 1_000_000 }, 2)
    await afterSixChecks
    expect(kill).toHaveBeenCalledWith('memory')
  })

  test('replaces a browser that has grown, and does not kill it', async () => {
    const { kill, markForReplacement, afterSixChecks } = watch(answer, { bytesToReplace: 1_000_000 })
    await afterSixChecks
    expect(markForReplacement).toHaveBeenCalled()
    expect(kill).not.toHaveBeenCalled()
  })

  test('kills a renderer that exceeds the limit alone, once, and not its browser', async () => {
    const code = 'const kept = Buffer.alloc(2e8, 1); setInterval(() => kept, 1000); console.log("grown")'
    const renderer = spawn(process.execPath, ['-e', code, '--', '--type=renderer'])
    try {
      await once(renderer.stdout, 'data')
      const killRenderer = jest.fn<(pid: number) => void>()
      const { kill, afterSixChecks } = watch(answer, { bytesPerRender: 1.5e8 }, 20, killRenderer)
      await afterSixChecks
      expect(killRenderer.mock.calls).toEqual([[renderer.pid]])
      expect(kill).not.toHaveBeenCalled()
    } finally {
      renderer.kill()
      // Another browser's process would find it among its own.
      await once(renderer, 'exit')
    }
  })

  test('kills the largest browser when all together exceed their limit', async () => {
    const small = spawn('sleep', ['60'])
    try {
      await once(small, 'spawn')
      const kills: string[] = []
      const killed = new Promise<void>((resolve) => {
        const named = (name: string, pid: number) => {
          const kill = () => {
            kills.push(name)
            resolve()
          }
          return {
            browser: { pid, ping: answer, kill } as unknown as BrowserProcess,
            activeRenders: 1,
            markForReplacement: () => {},
          }
        }
        const browsers = [named('small', small.pid!), named('large', process.pid)]
        startWatchdog({ busy: () => browsers, ...UNLIMITED, browserBytes: 10_000_000 })
      })
      await killed
      expect(kills).toEqual(['large'])
    } finally {
      small.kill()
    }
  })

  test('multiplies the memory limit by the number of renders inside', async () => {
    const own = process.memoryUsage.rss()
    const { kill, afterSixChecks } = watch(answer, { bytesPerRender: own / 2 }, 20)
    await afterSixChecks
    expect(kill).not.toHaveBeenCalled()
  })

  test('kills a browser after enough checks without a reply', async () => {
    const { kill, afterSixChecks } = watch(silence)
    await afterSixChecks
    expect(kill).toHaveBeenCalledWith('hang')
  })

  test('resets the count of missed checks when a browser answers again', async () => {
    let pings = 0
    const { kill, afterSixChecks } = watch(() => {
      pings += 1
      return Promise.resolve()
    })
    await afterSixChecks
    expect(pings).toBeGreaterThan(3)
    expect(kill).not.toHaveBeenCalled()
  })

  test('rests while no browser is busy, and watches again when it is woken', async () => {
    let checks = 0
    let isBusy = false
    const browser = { pid: process.pid, ping: answer, kill: jest.fn() } as unknown as BrowserProcess
    const watchdog = startWatchdog({
      busy() {
        checks += 1
        return isBusy ? [{ browser, activeRenders: 1, markForReplacement: () => {} }] : []
      },
      ...UNLIMITED,
    })
    await sleep(100)
    expect(checks).toBe(1)
    isBusy = true
    watchdog.wake()
    await until(() => checks > 5)
  })
})
