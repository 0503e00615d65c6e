import { expect, test } from '@jest/globals'
import { encodeMessage } from '../pipe/encode-message.ts'
import type { ProtocolMessage } from '../pipe/event-budget.ts'
import { createDirectClient } from './direct-client.ts'

function start() {
  const sent: ProtocolMessage[] = []
  const client = createDirectClient((message) => void sent.push(message))
  const reply = (message: object) => client.takeReply(encodeMessage(message))
  return { client, sent, reply }
}

/** The reply of a browser with a file of two bytes. */
function withFile(id: number): Buffer {
  const reply = encodeMessage({ id, result: { data: 'file' } })
  const at = reply.indexOf('\x64file', 0, 'latin1')
  return Buffer.concat([reply.subarray(0, at), Buffer.from('d6420102', 'hex'), reply.subarray(at + 5)])
}

test('replies go to their calls', async () => {
  const { client, sent, reply } = start()
  const session = client.open('A')
  const calls = [session.send('One'), session.read('Two'), client.send('Three')]
  const [one, two, three] = sent.map(({ id }) => id)
  expect(client.takeReply(withFile(two!))).toBe(true)
  expect(reply({ id: one, result: { of: 1 }, sessionId: 'A' })).toBe(true)
  expect(reply({ id: three, error: { message: 'no' } })).toBe(true)
  expect(await calls[0]).toEqual({ of: 1 })
  expect(await calls[1]).toEqual(Buffer.from([1, 2]))
  await expect(calls[2]).rejects.toThrow('Three: no')
})

test.each([
  { id: 7, result: {} },
  { id: -1, result: {} },
  { method: 'Page.loadEventFired', params: {} },
])('other messages are left to others: %j', (message) => {
  const { client, reply } = start()
  expect(reply(message)).toBe(false)
  expect(client.takeEvent(message as ProtocolMessage)).toBe(false)
})

test('only events of its sessions that nobody listens to are unheard', () => {
  const { client } = start()
  client.open('A').on('Heard', () => undefined)
  const hasNoListener = (message: object) => client.hasNoListener(encodeMessage(message))
  expect(hasNoListener({ method: 'Unheard', params: { sessionId: 'B' }, sessionId: 'A' })).toBe(true)
  expect(hasNoListener({ method: 'Heard', params: {}, sessionId: 'A' })).toBe(false)
  expect(hasNoListener({ method: 'Unheard', params: {}, sessionId: 'B' })).toBe(false)
  expect(hasNoListener({ method: 'Unheard', params: { sessionId: 'A' } })).toBe(false)
})

test('targets of a tracked context are taken, those of others are not', () => {
  const { client } = start()
  const taken: string[] = []
  client.track('mine', ({ sessionId }) => void taken.push(sessionId))
  const attached = (browserContextId: string, sessionId: string): ProtocolMessage => ({
    method: 'Target.attachedToTarget',
    params: { sessionId, targetInfo: { targetId: 'T', type: 'page', url: '', browserContextId } },
  })
  expect(client.takeEvent(attached('mine', 'A'))).toBe(true)
  expect(client.takeEvent(attached('other', 'B'))).toBe(false)
  expect(taken).toEqual(['A'])
})

test('calls of a session that is gone, and later ones, are rejected', async () => {
  const { client } = start()
  const [gone, other] = [client.open('A'), client.open('B')]
  const [call, left] = [gone.send('One'), other.send('Two')]
  client.takeEvent({ method: 'Target.detachedFromTarget', params: { sessionId: 'A' } })
  await expect(call).rejects.toThrow('has been closed')
  await expect(gone.send('Three')).rejects.toThrow('has been closed')
  client.close()
  await expect(left).rejects.toThrow('has been closed')
})
