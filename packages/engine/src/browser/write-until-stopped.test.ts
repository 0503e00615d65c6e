import { expect, test } from '@jest/globals'
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Tab } from './tabs.ts'
import { writeUntilStopped } from './write-until-stopped.ts'

const tabThat = (answer: () => Promise<string>) => {
  const session = { send: async () => ({ result: { value: await answer() } }) }
  return { session, page: new EventEmitter() } as unknown as Tab
}
const never = new Promise<never>(() => undefined)

test('a document that is written is whole', async () => {
  const tab = tabThat(async () => 'complete')
  expect(await writeUntilStopped(tab, () => sleep(1))).toBe(true)
})

test('a document that is complete, and was never loaded, was stopped', async () => {
  const states = ['loading', 'complete']
  expect(
    await writeUntilStopped(
      tabThat(async () => states.shift()!),
      () => never,
    ),
  ).toBe(false)
})

test('a page that does not answer is waited for', async () => {
  const late = sleep(600).then(() => Promise.reject(new Error('too late')))
  await expect(
    writeUntilStopped(
      tabThat(() => never),
      () => late,
    ),
  ).rejects.toThrow('too late')
})
