import { expect, jest, test } from '@jest/globals'
import { EventEmitter } from 'node:events'
import type { Browser } from 'playwright-core'
import { createDirectClient } from '../direct/direct-client.ts'
import { createTabs } from './tabs.ts'

type Call = 'newPage' | 'newCDPSession' | 'Page.enable' | 'setViewportSize'

const neverFails = (): Promise<never> => Promise.reject(new Error('No call fails.'))

/** Returns a browser in which one call may fail, and mocks that count the contexts that were opened and closed. */
function startBrowser(failing?: Call, failure: (page: EventEmitter) => Promise<never> = neverFails) {
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
  const newContext = jest.fn(() => Promise.resolve(context))
  const playwright = () => Promise.resolve({ newContext } as unknown as Browser)
  return { playwright, newContext, close }
}

function openTunnel() {
  return Promise.resolve({
    url: 'socks5://127.0.0.1:1',
    branch: () => Promise.resolve(''),
    permit: () => Promise.resolve(),
    isOpen: () => true,
    bytes: () => Promise.resolve(0),
    closeConnections: () => Promise.resolve(),
    refusalOf: () => Promise.resolve(undefined),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  })
}

const settings = {
  isAlive: () => true,
  isFlooding: () => false,
  countMessages: () => 0,
  takeMemoryKill: () => false,
  direct: createDirectClient(() => undefined),
}

test.each(['newPage', 'newCDPSession', 'Page.enable', 'setViewportSize'] as const)(
  'closes the tab when opening it fails: %s',
  async (failing) => {
    const { playwright, close } = startBrowser(failing, () => Promise.reject(new Error(failing)))
    const opening = createTabs({ ...settings, playwright, openTunnel }).open({
      viewport: { width: 10, height: 10 },
    })
    await expect(opening).rejects.toThrow(failing)
    expect(close).toHaveBeenCalledTimes(1)
  },
)

test('does not wait for ever for a page whose process was killed while it started', async () => {
  const { playwright, close } = startBrowser('newPage', () => new Promise(() => undefined))
  const opening = createTabs({ ...settings, playwright, openTunnel, pageTimeoutMs: 1 }).open({})
  await expect(opening).rejects.toMatchObject({ name: 'BrowserCrashed', reason: 'renderer' })
  expect(close).toHaveBeenCalledTimes(1)
})

test.each(['newCDPSession', 'Page.enable', 'setViewportSize'] as const)(
  'does not wait for the reply of a page that crashed: %s',
  async (failing) => {
    const { playwright, close } = startBrowser(failing, (page) => {
      page.emit('crash')
      return new Promise(() => undefined)
    })
    const opening = createTabs({ ...settings, playwright, openTunnel }).open({
      viewport: { width: 10, height: 10 },
    })
    await expect(opening).rejects.toMatchObject({ name: 'BrowserCrashed', reason: 'renderer' })
    expect(close).toHaveBeenCalledTimes(1)
  },
)

test.each([
  ['prepares a spare tab once a page has loaded', false, 2],
  ['prepares none when no other render will come', true, 1],
])('%s', async (_, isLast, contexts) => {
  const { playwright, newContext } = startBrowser()
  const tabs = createTabs({ ...settings, playwright, openTunnel })
  const { page } = await tabs.open({})
  if (isLast) tabs.stopPreparing()
  ;(page as unknown as EventEmitter).emit('load')
  await new Promise(setImmediate)
  expect(newContext).toHaveBeenCalledTimes(contexts)
})

test('reports a proxy that does not answer, and closes a tunnel that is opened too late', async () => {
  const { playwright } = startBrowser('newPage', () => Promise.reject(new Error('newPage')))
  const late = Promise.withResolvers<Awaited<ReturnType<typeof openTunnel>>>()
  const opening = createTabs({
    ...settings,
    playwright,
    openTunnel: () => late.promise,
    tunnelTimeoutMs: 1,
  }).open({})
  await expect(opening).rejects.toMatchObject({ name: 'BrowserCrashed', reason: 'proxy' })
  await new Promise<void>((onClose) => {
    void openTunnel().then((tunnel) =>
      late.resolve({ ...tunnel, [Symbol.asyncDispose]: () => Promise.resolve(onClose()) }),
    )
  })
})

test('waits for a proxy that does not answer with the spare tab only', async () => {
  const { playwright } = startBrowser()
  const opening = jest.fn(openTunnel)
  const tabs = createTabs({ ...settings, playwright, openTunnel: opening, tunnelTimeoutMs: 1 })
  const { page } = await tabs.open({})
  opening.mockReturnValue(new Promise(() => undefined))
  ;(page as unknown as EventEmitter).emit('load')
  await expect(tabs.open({})).rejects.toMatchObject({ name: 'BrowserCrashed', reason: 'proxy' })
  expect(opening).toHaveBeenCalledTimes(2)
})
