import { expect, jest, test } from '@jest/globals'
import { EventEmitter } from 'node:events'
import type { Browser } from 'playwright-core'
import { createTabs } from './tabs.ts'

type Call = 'newPage' | 'newCDPSession' | 'Page.enable' | 'setViewportSize'

/** Returns a browser in which one call fails, and a mock that counts the contexts that were closed. */
function browserWithout(failing: Call, failure: (page: EventEmitter) => Promise<never>) {
  const close = jest.fn(() => Promise.resolve())
  const call = (name: string, value?: unknown) => () =>
    name === failing ? failure(page) : Promise.resolve(value)
  const page = Object.assign(new EventEmitter(), {
    viewportSize: () => null,
    isClosed: () => false,
    setViewportSize: call('setViewportSize'),
  })
  const session = Object.assign(new EventEmitter(), {
    send: (method: string) => call(method, { targetInfo: {} })(),
  })
  const context = Object.assign(new EventEmitter(), {
    close,
    addInitScript: call('addInitScript'),
    newPage: call('newPage', page),
    newCDPSession: call('newCDPSession', session),
  })
  const browser = { newContext: () => Promise.resolve(context), isConnected: () => true }
  return { browser: browser as unknown as Browser, close }
}

function openTunnel() {
  return Promise.resolve({
    url: 'socks5://127.0.0.1:1',
    branch: () => Promise.resolve(''),
    permit: () => Promise.resolve(),
    isOpen: () => true,
    bytes: () => Promise.resolve(0),
    refusalOf: () => Promise.resolve(undefined),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  })
}

const settings = { isFlooding: () => false, takeMemoryKill: () => false }

test.each(['newPage', 'newCDPSession', 'Page.enable', 'setViewportSize'] as const)(
  'closes the tab when opening it fails: %s',
  async (failing) => {
    const { browser, close } = browserWithout(failing, () => Promise.reject(new Error(failing)))
    const opening = createTabs(browser, { ...settings, openTunnel }).open({
      viewport: { width: 10, height: 10 },
    })
    await expect(opening).rejects.toThrow(failing)
    expect(close).toHaveBeenCalledTimes(1)
  },
)

test.each(['newCDPSession', 'Page.enable', 'setViewportSize'] as const)(
  'does not wait for the reply of a page that crashed: %s',
  async (failing) => {
    const { browser, close } = browserWithout(failing, (page) => {
      page.emit('crash')
      return new Promise(() => undefined)
    })
    const opening = createTabs(browser, { ...settings, openTunnel }).open({
      viewport: { width: 10, height: 10 },
    })
    await expect(opening).rejects.toMatchObject({ name: 'BrowserDied', reason: 'renderer' })
    expect(close).toHaveBeenCalledTimes(1)
  },
)

test('reports a proxy that does not answer, and closes a tunnel that is opened too late', async () => {
  const { browser } = browserWithout('newPage', () => Promise.reject(new Error('newPage')))
  const late = Promise.withResolvers<Awaited<ReturnType<typeof openTunnel>>>()
  const opening = createTabs(browser, {
    ...settings,
    openTunnel: () => late.promise,
    tunnelTimeoutMs: 1,
  }).open({})
  await expect(opening).rejects.toMatchObject({ name: 'BrowserDied', reason: 'proxy' })
  await new Promise<void>((onClose) => {
    void openTunnel().then((tunnel) =>
      late.resolve({ ...tunnel, [Symbol.asyncDispose]: () => Promise.resolve(onClose()) }),
    )
  })
})
