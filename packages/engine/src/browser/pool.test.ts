import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { setTimeout as sleep } from 'node:timers/promises'
import { BrowserCrashed, type CrashReason } from '../failure/browser-crashed.ts'
import type { BrowserProcess } from './launch.ts'
import { createPool, type Pool, type Lease } from './pool.ts'
import type { RegistrySettings, BrowserRequest } from './registry.ts'
import { defaultStartSettings, type StartSettings } from './start-settings.ts'

const live = new AbortController().signal
const settle = () => sleep(5)
const request = (organisation: string, more: Partial<BrowserRequest> = {}): BrowserRequest => ({
  organisation,
  startSettings: defaultStartSettings,
  solo: false,
  ...more,
})

const pools: Pool[] = []
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool[Symbol.asyncDispose]()))
})

/** Creates a pool over fake browsers, whose process ids count up in the order of their launch. */
function poolOf({
  removed = Promise.resolve(),
  ...settings
}: Partial<RegistrySettings> & { removed?: Promise<void> } = {}) {
  const running = new Map<number, (reason: CrashReason) => void>()
  const launched: StartSettings[] = []
  const launch = async (settings: StartSettings): Promise<BrowserProcess> => {
    launched.push(settings)
    const pid = launched.length
    const browser = aBrowser(pid, removed, () => running.delete(pid))
    running.set(pid, browser.kill)
    await settle()
    return browser
  }
  const pool = createPool({
    launch,
    maxBrowsers: 3,
    recycleAfterRenders: 1000,
    recycleAfterMs: 1e6,
    ...settings,
  })
  pools.push(pool)
  return {
    pool,
    launched,
    running: () => [...running.keys()],
    crash: (pid: number) => running.get(pid)?.('crash'),
    take: (name: string, more?: Partial<BrowserRequest>): Promise<Lease> =>
      pool.acquire(request(name, more), live),
  }
}

describe('a pool', () => {
  test('keeps one browser warm, leases it to the first render, and warms another', async () => {
    const { pool, take, running } = poolOf()
    const warm = await pool.warm()
    const lease = await take('a')
    expect(lease.browser).toBe(warm)
    await settle()
    expect(running()).toEqual([1, 2])
  })

  test('without a spare starts browsers only for renders, and replaces one that is due', async () => {
    const { pool, take, launched } = poolOf({ keepsSpare: false, recycleAfterRenders: 1 })
    const first = await pool.warm()
    const lease = await take('a')
    expect(lease.browser).toBe(first)
    await settle()
    expect(launched).toHaveLength(1)
    lease.release()
    expect((await take('a')).browser).not.toBe(first)
    expect(launched).toHaveLength(2)
  })

  test('shares a browser among renders of one organisation, never with another', async () => {
    const { take } = poolOf()
    const [one, two, other] = await Promise.all([take('a'), take('a'), take('b')])
    expect(two.browser).toBe(one.browser)
    expect(other.browser).not.toBe(one.browser)
    one.release()
    two.release()
    expect((await take('a')).browser).toBe(one.browser)
    expect((await take('b')).browser).toBe(other.browser)
  })

  test('gives a browser that is not shared to one render after another', async () => {
    const { take, launched } = poolOf()
    const startSettings = { ...defaultStartSettings, switches: ['--recording'], isShared: false }
    const [one, two] = await Promise.all([take('a', { startSettings }), take('a', { startSettings })])
    expect(two.browser).not.toBe(one.browser)
    one.release()
    expect((await take('a', { startSettings })).browser).toBe(one.browser)
    expect(launched.filter(({ isShared }) => !isShared)).toHaveLength(2)
  })

  test('leases no browser that is being killed', async () => {
    const { take } = poolOf()
    const first = await take('a')
    first.browser.kill('hang')
    first.release()
    expect((await take('a')).browser).not.toBe(first.browser)
  })

  test('knows which renders were the only ones in their browser all the time', async () => {
    const { take } = poolOf()
    const before = await take('a')
    const during = await take('a')
    before.release()
    during.release()
    const solo = await take('a')
    expect([before.isSolo(), during.isSolo(), solo.isSolo()]).toEqual([false, false, true])
  })

  test.each<Partial<StartSettings>>([{ switches: ['--gamma'] }, { browser: 'chrome' }, { hasWindow: true }])(
    'gives renders that need start settings of %j another browser, and never the warm one',
    async (other) => {
      const { take, pool, launched } = poolOf()
      const warm = await pool.warm()
      const startSettings = { ...defaultStartSettings, ...other }
      const lease = await take('a', { startSettings })
      expect(lease.browser).not.toBe(warm)
      expect(launched).toContainEqual(startSettings)
      expect((await take('a')).browser).not.toBe(lease.browser)
      expect((await take('a', { startSettings: { ...startSettings } })).browser).toBe(lease.browser)
    },
  )

  test('gives a solo render its own browser, and closes it afterwards', async () => {
    const { take, running } = poolOf()
    const shared = await take('a')
    const [first, second] = await Promise.all([take('a', { solo: true }), take('a', { solo: true })])
    expect(new Set([shared.browser, first.browser, second.browser]).size).toBe(3)
    first.release()
    await settle()
    expect(running()).not.toContain(first.browser.pid)
    expect((await take('a')).browser).toBe(shared.browser)
  })

  test('closes the browser that was idle for longest when the limit is reached', async () => {
    const { take, running } = poolOf()
    const leases = await Promise.all(['a', 'b', 'c'].map((name) => take(name)))
    const [a, b, c] = leases as [Lease, Lease, Lease]
    b.release()
    await settle()
    a.release()
    await take('d')
    await settle()
    expect(running()).not.toContain(b.browser.pid)
    expect(running()).toEqual(expect.arrayContaining([a.browser.pid, c.browser.pid]))
  })

  test('queues renders while every browser is in use, and serves them in order', async () => {
    const { take } = poolOf({ maxBrowsers: 1 })
    const order: string[] = []
    const first = await take('a')
    const waiting = ['b', 'c'].map((name) =>
      take(name).then((lease) => {
        order.push(name)
        return lease
      }),
    )
    // A render whose browser is running waits behind them as well; otherwise that browser would never become free.
    const late = take('a').then((lease) => {
      order.push('a')
      return lease
    })
    await settle()
    expect(order).toEqual([])
    first.release()
    for (const one of [...waiting, late]) (await one).release()
    expect(order).toEqual(['b', 'c', 'a'])
  })

  test('removes a waiting render from the queue when it is aborted', async () => {
    const { take, pool } = poolOf({ maxBrowsers: 1 })
    const first = await take('a')
    const over = new AbortController()
    const waiting = pool.acquire(request('b'), over.signal)
    over.abort(new Error('over'))
    await expect(waiting).rejects.toThrow('over')
    first.release()
    expect((await take('c')).browser).toBeDefined()
  })

  test('replaces a browser after enough renders once another is warm, and lets its renders finish', async () => {
    const { take, running } = poolOf({ recycleAfterRenders: 2 })
    const old = await take('a')
    await settle()
    await settle()
    expect((await take('a')).browser).toBe(old.browser)
    const fresh = await take('a')
    expect(fresh.browser).not.toBe(old.browser)
    expect(running()).toContain(old.browser.pid)
    old.release()
    old.release()
    expect(running()).toContain(old.browser.pid)
  })

  test('replaces a browser that has reached its maximum age', async () => {
    let now = 0
    const { take } = poolOf({ recycleAfterMs: 1000, now: () => now })
    const old = await take('a')
    await settle()
    await settle()
    now = 999
    expect((await take('a')).browser).toBe(old.browser)
    now = 1000
    expect((await take('a')).browser).not.toBe(old.browser)
  })

  test('replaces a browser whose memory has grown', async () => {
    const { take, pool } = poolOf()
    const old = await take('a')
    await settle()
    await settle()
    expect((await take('a')).browser).toBe(old.browser)
    pool.busy()[0]!.markForReplacement()
    expect((await take('a')).browser).not.toBe(old.browser)
  })

  test('admits no render to a retired browser, and closes it after its last render', async () => {
    const { take, running } = poolOf()
    const [bad, beside] = await Promise.all([take('a'), take('a')])
    bad.retire()
    expect((await take('a')).browser).not.toBe(bad.browser)
    bad.release()
    await settle()
    expect(running()).toContain(bad.browser.pid)
    beside.release()
    await settle()
    expect(running()).not.toContain(bad.browser.pid)
  })

  test('stops a browser from preparing tabs as soon as it takes no further renders', async () => {
    const { take } = poolOf({ recycleAfterRenders: 2, maxBrowsers: 10 })
    const solo = await take('a', { solo: true })
    expect(solo.browser.stopPreparing).toHaveBeenCalled()
    const [retired, due] = [await take('a'), await take('b')]
    retired.retire()
    await settle()
    expect(retired.browser.stopPreparing).toHaveBeenCalled()
    expect(due.browser.stopPreparing).not.toHaveBeenCalled()
    await take('b')
    await settle()
    expect((await take('b')).browser).not.toBe(due.browser)
    expect(due.browser.stopPreparing).toHaveBeenCalled()
  })

  test('lets no render wait because a browser is due for replacement', async () => {
    const { take } = poolOf({ recycleAfterRenders: 1 })
    const leases = await Promise.all([take('a'), take('a'), take('a')])
    expect(new Set(leases.map(({ browser }) => browser)).size).toBe(1)
  })

  test('removes a browser that crashed', async () => {
    const { take, crash } = poolOf()
    const lease = await take('a')
    crash(lease.browser.pid)
    await settle()
    const next = await take('a')
    expect(next.browser).not.toBe(lease.browser)
    lease.release()
    expect((await take('a')).browser).toBe(next.browser)
  })

  test('rejects with BrowserCrashed when a launch fails, and launches again for the next render', async () => {
    let broken = true
    const { pool } = poolOf({
      async launch() {
        if (broken) throw new Error('launch failed')
        return aBrowser(1, Promise.resolve(), () => undefined)
      },
    })
    await expect(pool.acquire(request('a'), live)).rejects.toMatchObject({
      name: 'BrowserCrashed',
      reason: 'launch',
    })
    broken = false
    expect(await pool.acquire(request('a'), live)).toBeDefined()
  })

  test('counts the renders inside each browser', async () => {
    const { take, pool } = poolOf()
    const [one, two] = await Promise.all([take('a'), take('a'), take('b')])
    expect(pool.busy().map(({ activeRenders }) => activeRenders)).toEqual([2, 1])
    one.release()
    one.release()
    expect(pool.busy().map(({ activeRenders }) => activeRenders)).toEqual([1, 1])
    two.release()
    expect(pool.busy().map(({ activeRenders }) => activeRenders)).toEqual([1])
  })

  test('closes every browser when it is disposed, also those that are still starting', async () => {
    const { take, pool, running } = poolOf({ maxBrowsers: 1 })
    await take('a')
    const waiting = take('b')
    const refused = expect(waiting).rejects.toMatchObject({ name: 'BrowserCrashed', reason: 'disposed' })
    await pool[Symbol.asyncDispose]()
    await refused
    expect(running()).toEqual([])
    await expect(take('c')).rejects.toMatchObject({ reason: 'disposed' })
    expect(running()).toEqual([])
  })

  test('waits for the files of a browser that has crashed before it was disposed', async () => {
    const { promise: removed, resolve: remove } = Promise.withResolvers<void>()
    const { take, pool, crash } = poolOf({ removed })
    await take('a')
    crash(1)
    await settle()
    let isDisposed = false
    const disposing = pool[Symbol.asyncDispose]().then(() => (isDisposed = true))
    await settle()
    expect(isDisposed).toBe(false)
    remove()
    await disposing
  })
})

function aBrowser(pid: number, removed: Promise<void>, onEnd: () => void) {
  const { promise: gone, resolve } = Promise.withResolvers<BrowserCrashed>()
  let isAlive = true
  /** A browser that is killed ends a little later. */
  const kill = (reason: CrashReason): void => {
    isAlive = false
    onEnd()
    void settle().then(() => resolve(new BrowserCrashed(reason)))
  }
  const dispose = async () => kill('disposed')
  const stopPreparing = jest.fn()
  return {
    pid,
    gone,
    isAlive: () => isAlive,
    kill,
    removed,
    stopPreparing,
    [Symbol.asyncDispose]: dispose,
  } as unknown as BrowserProcess
}
