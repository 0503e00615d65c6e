import { afterEach, describe, expect, jest, test } from '@jest/globals'
import type { DeathReason } from './errors.ts'
import type { BrowserProcess } from './launch.ts'
import { startWatchdog, type WatchdogSettings } from './watchdog.ts'

const dogs: Disposable[] = []
afterEach(() => {
  for (const dog of dogs.splice(0)) dog[Symbol.dispose]()
})

/** Watches one browser: this very process, which holds some tens of megabytes. */
function watch(ping: () => Promise<unknown>, settings: Partial<WatchdogSettings> = {}, inside = 1) {
  const kill = jest.fn<(reason: DeathReason) => void>()
  const browser = { pid: process.pid, ping, kill } as unknown as BrowserProcess
  const looks = Promise.withResolvers<void>()
  let count = 0
  dogs.push(
    startWatchdog({
      busy() {
        if (++count === 6) looks.resolve()
        return [{ browser, inside }]
      },
      bytesPerRender: 1e12,
      intervalMs: 5,
      missedPings: 3,
      ...settings,
    }),
  )
  return { kill, afterSixLooks: looks.promise }
}

const answer = () => Promise.resolve()
const silence = () => new Promise(() => undefined)

describe('the watchdog', () => {
  test('leaves a browser alone that answers and is small', async () => {
    const { kill, afterSixLooks } = watch(answer)
    await afterSixLooks
    expect(kill).not.toHaveBeenCalled()
  })

  test('kills a browser that holds more than its renders may', async () => {
    const { kill, afterSixLooks } = watch(answer, { bytesPerRender: 1_000_000 }, 2)
    await afterSixLooks
    expect(kill).toHaveBeenCalledWith('memory')
  })

  test('allows as many times the memory as renders are inside', async () => {
    const own = process.memoryUsage.rss()
    const { kill, afterSixLooks } = watch(answer, { bytesPerRender: own / 2 }, 20)
    await afterSixLooks
    expect(kill).not.toHaveBeenCalled()
  })

  test('kills a browser that leaves enough looks unanswered', async () => {
    const { kill, afterSixLooks } = watch(silence)
    await afterSixLooks
    expect(kill).toHaveBeenCalledWith('hang')
  })

  test('gives a browser that starts to answer again its time anew', async () => {
    let asked = 0
    const { kill, afterSixLooks } = watch(() => {
      asked += 1
      return Promise.resolve()
    })
    await afterSixLooks
    expect(asked).toBeGreaterThan(3)
    expect(kill).not.toHaveBeenCalled()
  })
})
