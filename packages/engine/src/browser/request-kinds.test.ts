import { expect, jest, test } from '@jest/globals'
import { EventEmitter } from 'node:events'
import { followKinds } from './request-kinds.ts'

type Held = Parameters<ReturnType<typeof followKinds>['of']>[0]

function followed() {
  const page = new EventEmitter()
  const kinds = followKinds(page as never)
  const tell = (url: string, kind: string, method = 'GET') =>
    page.emit('request', { url: () => url, method: () => method, resourceType: () => kind })
  const kindOf = (url: string, method = 'GET') => kinds.of({ request: { url, method } } as Held)
  return { tell, kindOf }
}

test('a held request is of the kind that the page tells before or after', async () => {
  const { tell, kindOf } = followed()
  tell('a', 'fetch')
  tell('a', 'xhr', 'POST')
  expect(await kindOf('a', 'POST')).toBe('xhr')
  expect(await kindOf('a')).toBe('fetch')
  const [late, later] = [kindOf('b'), kindOf('a')]
  tell('a', 'xhr')
  tell('b', 'media')
  expect(await Promise.all([late, later])).toEqual(['media', 'xhr'])
})

test('what the page never tells is of no kind', async () => {
  jest.useFakeTimers()
  try {
    const { tell, kindOf } = followed()
    const silent = kindOf('a')
    await jest.advanceTimersByTimeAsync(1000)
    expect(await silent).toBeUndefined()
    tell('a', 'fetch')
    expect(await kindOf('a')).toBe('fetch')
  } finally {
    jest.useRealTimers()
  }
})
