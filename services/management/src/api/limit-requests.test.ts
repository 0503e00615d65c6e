import { expect, test } from '@jest/globals'
import { setImmediate } from 'node:timers/promises'
import { ApiError } from './api-error.ts'
import { limitRequests } from './limit-requests.ts'

const refusal = { code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 30 }
const nobody: { keyId: string | null; userId: string | null } = { keyId: null, userId: null }
const as = (one: Partial<typeof nobody>) => async () => ({ ...nobody, ...one })
const stranger = () => Promise.reject<typeof nobody>(new ApiError('UNAUTHORIZED'))

test('limits the requests of each key and each user, from all addresses together', async () => {
  let nowMs = 0
  const limit = limitRequests({ ofCaller: 2, ofClient: 1 }, () => nowMs)
  for (const one of [{ keyId: 'mkey_1' }, { userId: 'usr_1' }]) {
    for (const client of ['a', 'b']) expect(await limit.admit(client, as(one))).toMatchObject(one)
    await expect(limit.admit('c', as(one))).rejects.toMatchObject(refusal)
  }
  nowMs = 30_000
  expect(await limit.admit('a', as({ keyId: 'mkey_1' }))).toMatchObject({ keyId: 'mkey_1' })
})

test('limits the requests of each address that nobody is behind, before they are identified', async () => {
  const limit = limitRequests({ ofCaller: 0, ofClient: 2 }, () => 0)
  for (let times = 0; times < 5; times++) {
    await limit.admit('a', as({ keyId: 'mkey_1' }))
    await expect(
      limit.admit('a', () => Promise.reject<typeof nobody>(new ApiError('FORBIDDEN'))),
    ).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  }
  for (let times = 0; times < 2; times++)
    await expect(limit.admit('a', stranger)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  let isIdentified = false
  const identify = async () => ((isIdentified = true), as({ keyId: 'mkey_1' })())
  await expect(limit.admit('a', identify)).rejects.toMatchObject(refusal)
  expect(isIdentified).toBe(false)
  await limit.admit('b', identify)
})

// Fails when requests under way count as failed.
test('refuses no valid key, however many requests are identified at once, and counts all others', async () => {
  const limit = limitRequests({ ofCaller: 0, ofClient: 2 }, () => 0)
  const after = (identify: () => Promise<typeof nobody>) => () => setImmediate().then(identify)
  const admitAll = (identify: () => Promise<typeof nobody>) =>
    Promise.allSettled(Array.from({ length: 50 }, () => limit.admit('a', after(identify))))
  for (const { status } of await admitAll(as({ keyId: 'mkey_1' }))) expect(status).toBe('fulfilled')
  const codes = (await admitAll(stranger)).map((each) => each.status === 'rejected' && each.reason.code)
  expect(codes.filter((code) => code === 'UNAUTHORIZED')).toHaveLength(2)
  expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(48)
})
