import { expect, jest, test } from '@jest/globals'
import { EventEmitter } from 'node:events'
import { trackResourceTypes } from './resource-types.ts'

type Held = Parameters<ReturnType<typeof trackResourceTypes>['of']>[0]

function tracked() {
  const page = new EventEmitter()
  const kinds = trackResourceTypes(page as never)
  const report = (url: string, kind: string, method = 'GET') =>
    page.emit('request', { url: () => url, method: () => method, resourceType: () => kind })
  const kindOf = (url: string, method = 'GET', resourceType = 'XHR') =>
    kinds.of({ request: { url, method }, resourceType } as Held)
  return { report, kinds, kindOf }
}

test('returns the type that the page reports before or after the request is held', async () => {
  const { report, kindOf } = tracked()
  report('a', 'fetch')
  report('a', 'xhr', 'POST')
  expect(await kindOf('a', 'POST')).toBe('xhr')
  expect(await kindOf('a')).toBe('fetch')
  const [late, later] = [kindOf('b', 'GET', 'Media'), kindOf('a')]
  report('a', 'xhr')
  report('b', 'media')
  expect(await Promise.all([late, later])).toEqual(['media', 'xhr'])
})

test('tells apart requests of one address as several types', async () => {
  const { report, kindOf } = tracked()
  for (const kind of ['document', 'image', 'script', 'media', 'fetch']) report('a', kind)
  const kinds = ['XHR', 'Other', 'Media'].map((type) => kindOf('a', 'GET', type))
  expect(await Promise.all(kinds)).toEqual(['fetch', 'script', 'media'])
  const late = kindOf('a')
  report('a', 'image')
  report('a', 'xhr')
  expect(await late).toBe('xhr')
})

test('returns the type of its request for a preflight, and still that of the request after it', async () => {
  const { report, kinds, kindOf } = tracked()
  const preflight = (url: string) => {
    const headers = { 'Access-Control-Request-Method': 'PUT' }
    return kinds.of({ request: { url, method: 'OPTIONS', headers } } as unknown as Held)
  }
  report('a', 'fetch', 'PUT')
  expect([await preflight('a'), await kindOf('a', 'PUT')]).toEqual(['fetch', 'fetch'])
  const early = preflight('b')
  report('b', 'xhr', 'PUT')
  expect([await early, await kindOf('b', 'PUT')]).toEqual(['xhr', 'xhr'])
})

test('returns undefined when the page never reports the request', async () => {
  jest.useFakeTimers()
  try {
    const { report, kindOf } = tracked()
    const silent = kindOf('a')
    await jest.advanceTimersByTimeAsync(60_000)
    expect(await silent).toBeUndefined()
    report('a', 'fetch')
    expect(await kindOf('a')).toBe('fetch')
  } finally {
    jest.useRealTimers()
  }
})
