import { expect, test } from '@jest/globals'
import type { CDPSession } from 'playwright-core'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeUntilStopped } from './write-until-stopped.ts'

const sessionThat = (answer: () => Promise<string>) =>
  ({ send: async () => ({ result: { value: await answer() } }) }) as unknown as CDPSession
const never = new Promise<never>(() => undefined)

test('a document that is written is whole', async () => {
  const session = sessionThat(async () => 'complete')
  expect(await writeUntilStopped(session, () => sleep(1))).toBe(true)
})

test('a document that is complete, and was never loaded, was stopped', async () => {
  const states = ['loading', 'complete']
  expect(
    await writeUntilStopped(
      sessionThat(async () => states.shift()!),
      () => never,
    ),
  ).toBe(false)
})

test('a page that does not answer is waited for', async () => {
  const late = sleep(600).then(() => Promise.reject(new Error('too late')))
  await expect(
    writeUntilStopped(
      sessionThat(() => never),
      () => late,
    ),
  ).rejects.toThrow('too late')
})
