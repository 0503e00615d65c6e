import { expect, jest, test } from '@jest/globals'
import { EventEmitter } from 'node:events'
import { intercept } from './intercept.ts'

/** A session that keeps what is sent to it. */
function startSession() {
  const send = jest.fn((_method: string, _parameters?: object) => Promise.resolve())
  const session = Object.assign(new EventEmitter(), { send })
  const hold = (requestId: string) =>
    session.emit('Fetch.requestPaused', { requestId, request: { headers: { 'X-A': 'own', 'X-B': 'own' } } })
  return { tab: { session: session as never }, send, hold }
}

test('what is held is the sum of all that want it, and goes to the first who takes it', async () => {
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

test('what nobody takes goes on', async () => {
  const { tab, send, hold } = startSession()
  await intercept(tab, [{ resourceType: 'Document' }], () => false)
  hold('one')
  expect(send).toHaveBeenLastCalledWith('Fetch.continueRequest', { requestId: 'one' })
})

test('what one adds to a request the next one sees, and the site gets', async () => {
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

test('what nobody wants held any more is not held, and what was held goes on', async () => {
  const { tab, send } = startSession()
  const stop = await intercept(tab, [{ resourceType: 'Document' }], () => false)
  const stopImages = await intercept(tab, [{ resourceType: 'Image' }], () => false)
  await stop()
  expect(send).toHaveBeenLastCalledWith('Fetch.enable', { patterns: [{ resourceType: 'Image' }] })
  await stopImages()
  expect(send).toHaveBeenLastCalledWith('Fetch.disable')
})

test('one who stops when asked lets everything go', async () => {
  const { tab, send, hold } = startSession()
  const stop = await intercept(tab, [{ resourceType: 'Document' }], async () => {
    await stop()
    return false
  })
  hold('one')
  await new Promise(setImmediate)
  expect(send.mock.calls.map(([method]) => method)).toEqual(['Fetch.enable', 'Fetch.disable'])
})
