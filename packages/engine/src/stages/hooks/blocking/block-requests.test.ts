import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { EventEmitter } from 'node:events'
import { resolveOptions, toRenderOptions, type GivenOptions } from '@render/options'
import type { PageContext } from '../../../page-context.ts'
import { blockRequests } from './block-requests.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

/** Returns the command for a held data request whose exact type nobody reports. */
async function commandFor(options: GivenOptions): Promise<string> {
  const send = jest.fn((_method: string) => Promise.resolve())
  const session = Object.assign(new EventEmitter(), { send })
  const ctx = { tab: { session, page: new EventEmitter() } } as unknown as PageContext
  await blockRequests.run(ctx, toRenderOptions(resolveOptions({ html: 'x', ...options })))
  const request = { url: 'http://a.example', method: 'GET', headers: {} }
  session.emit('Fetch.requestPaused', { requestId: 'one', resourceType: 'XHR', request })
  await jest.advanceTimersByTimeAsync(60_000)
  return send.mock.lastCall![0]
}

test('a request of unknown type is blocked only if all the types that it may have are blocked', async () => {
  expect(await commandFor({ block_fetch: true })).toBe('Fetch.continueRequest')
  expect(await commandFor({ block_fetch: true, block_xhr: true })).toBe('Fetch.continueRequest')
  const all = { block_fetch: true, block_xhr: true, block_other: true }
  expect(await commandFor(all)).toBe('Fetch.failRequest')
})
