import { expect, test } from '@jest/globals'
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Tab } from '../browser/tab.ts'
import { realTime } from '../page-time/page-time.ts'
import { writeUntilStopped } from './write-until-stopped.ts'

const tabThat = (answer: () => Promise<string>) => {
  const session = { send: async () => ({ result: { value: await answer() } }) }
  return { session, page: new EventEmitter(), time: realTime } as unknown as Tab
}
const never = new Promise<never>(() => undefined)

test('returns true for a document that is written to its end', async () => {
  const tab = tabThat(async () => 'complete')
  expect(await writeUntilStopped(tab, () => sleep(1))).toBe(true)
})

test('returns false for a document that is complete but sent no load event', async () => {
  const states = ['loading', 'complete']
  expect(
    await writeUntilStopped(
      tabThat(async () => states.shift()!),
      () => never,
    ),
  ).toBe(false)
})

test('waits for a page that does not answer', async () => {
  const late = sleep(600).then(() => Promise.reject(new Error('too late')))
  await expect(
    writeUntilStopped(
      tabThat(() => never),
      () => late,
    ),
  ).rejects.toThrow('too late')
})
