import { expect, jest, test } from '@jest/globals'
import { EventEmitter } from 'node:events'
import { intercept } from './intercept.ts'

/** Creates a CDP session that records the commands sent to it. */
function startSession() {
  const send = jest.fn((_method: string, _parameters?: object) => Promise.resolve())
  const session = Object.assign(new EventEmitter(), { send })
  const hold = (requestId: string) =>
    session.emit('Fetch.requestPaused', { requestId, request: { headers: { 'X-A': 'own', 'X-B': 'own' } } })
  return { tab: { session: session as never }, send, hold }
}

test('holds the requests of all patterns, and gives each to the first handler that takes it', async () => {
  const { tab, send, hold } = startSession()
  const seen: string[] = []
  await intercept(tab, [{ resourceType: 'Document' }], ({ requestId }) => {
    seen.push(`a ${requestId}`)
    return requestId === 'for a'
  })
  await intercept(tab, [{ resourceType: 'Document', requestStage: 'Response' }], ({ requestId }) => {
    seen.push(`b ${requestId}`)
    return requestId === 'for b'
  })
  expect(send).toHaveBeenLastCalledWith('Fetch.enable', {
    patterns: [{ resourceType: 'Document' }, { resourceType: 'Document', requestStage: 'Response' }],
  })
  send.mockClear()
  hold('for a')
  hold('for b')
  expect(seen).toEqual(['a for a', 'a for b', 'b for b'])
  expect(send).not.toHaveBeenCalled()
})

test('continues a request that no handler takes', async () => {
  const { tab, send, hold } = startSession()
  await intercept(tab, [{ resourceType: 'Document' }], () => false)
  hold('one')
  expect(send).toHaveBeenLastCalledWith('Fetch.continueRequest', { requestId: 'one' })
})

test('passes headers that a handler adds to the next handler and to the site', async () => {
  const { tab, send, hold } = startSession()
  await intercept(tab, [{}], () => ({ headers: { 'x-b': 'set' } }))
  const seen: object[] = []
  await intercept(tab, [{}], ({ request }) => {
    seen.push(request.headers)
    return { headers: { 'x-c': 'added' } }
  })
  hold('one')
  expect(seen).toEqual([{ 'x-a': 'own', 'x-b': 'set' }])
  const headers = Object.entries({ 'x-a': 'own', 'x-b': 'set', 'x-c': 'added' })
  expect(send).toHaveBeenLastCalledWith('Fetch.continueRequest', {
    requestId: 'one',
    headers: headers.map(([name, value]) => ({ name, value })),
  })
})

test('stops holding requests of removed handlers, and disables Fetch after the last one', async () => {
  const { tab, send } = startSession()
  const stop = await intercept(tab, [{ resourceType: 'Document' }], () => false)
  const stopImages = await intercept(tab, [{ resourceType: 'Image' }], () => false)
  await stop()
  expect(send).toHaveBeenLastCalledWith('Fetch.enable', { patterns: [{ resourceType: 'Image' }] })
  await stopImages()
  expect(send).toHaveBeenLastCalledWith('Fetch.disable')
})

test('continues all requests when the only handler removes itself', async () => {
  const { tab, send, hold } = startSession()
  const stop = await intercept(tab, [{ resourceType: 'Document' }], async () => {
    await stop()
    return false
  })
  hold('one')
  await new Promise(setImmediate)
  expect(send.mock.calls.map(([method]) => method)).toEqual(['Fetch.enable', 'Fetch.disable'])
})

test('fails a request whose handler throws, and one that the browser refuses to continue', async () => {
  const { tab, send, hold } = startSession()
  await intercept(tab, [{}], async ({ requestId }) => {
    if (requestId === 'bad') throw new Error('no decision')
    return false
  })
  send.mockImplementation((method) =>
    method === 'Fetch.continueRequest' ? Promise.reject(new Error('Invalid header')) : Promise.resolve(),
  )
  for (const requestId of ['bad', 'refused']) {
    hold(requestId)
    await new Promise(setImmediate)
    expect(send).toHaveBeenLastCalledWith('Fetch.failRequest', { requestId, errorReason: 'Failed' })
  }
})
