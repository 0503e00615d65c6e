import { expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { followConsent } from './follow-consent.ts'

const never = (): Promise<never> => new Promise(() => undefined)

test.each([
  ['binding', { exposeBinding: never }],
  ['script', { exposeBinding: async () => undefined, addInitScript: never }],
])('a page that does not take the %s is dead', async (_, page) => {
  const following = followConsent(page as unknown as Page, 1)
  await expect(following).rejects.toMatchObject({ name: 'BrowserDied', reason: 'renderer' })
})
