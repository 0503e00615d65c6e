import { expect, test } from '@jest/globals'
import { setTimeout as sleep } from 'node:timers/promises'
import { startInnerEngine } from './inner-engine.ts'

test('a crashed page fails its render with reason renderer, and its browser takes the next render', async () => {
  await using engine = await startInnerEngine()
  const { tabs, make } = engine
  const crashing = make({ html: '<p id="there">', delay: 30_000 })
  crashing.catch(() => undefined)
  while (!tabs[0]) await sleep(20)
  const [{ page, session }] = tabs
  await page.waitForSelector('#there', { state: 'attached' })
  // There is no answer, because the process that would send it has crashed.
  session.send('Page.navigate', { url: 'chrome://crash' }).catch(() => undefined)
  await expect(crashing).rejects.toMatchObject({ name: 'BrowserCrashed', reason: 'renderer' })

  const next = await make({ html: 'x' })
  expect(next.main.facts.width).toBe(1280)
  expect(tabs[1]!.context.browser()).toBe(tabs[0].context.browser())
})
