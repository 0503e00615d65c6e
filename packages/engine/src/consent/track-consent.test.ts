import { expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { trackConsent } from './track-consent.ts'

const never = (): Promise<never> => new Promise(() => undefined)

test.each([
  ['binding', { exposeBinding: never }],
  ['script', { exposeBinding: async () => undefined, addInitScript: never }],
])('a page that does not take the %s is dead', async (_, page) => {
  const tracking = trackConsent(page as unknown as Page, 1)
  await expect(tracking).rejects.toMatchObject({ name: 'BrowserCrashed', reason: 'renderer' })
})
