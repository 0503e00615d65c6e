import { expect, test } from '@jest/globals'
import { startEgressProxy, type WayOut } from '@render/net'
import { readPicture, startOrigin } from '@render/testkit'
import { findExecutable } from '../src/browser/executable.ts'
import { startTestEngine } from './test-engine.ts'

/** Whom it calls by itself. */
const CALLED = [
  'update.googleapis.com',
  'accounts.google.com',
  'clients2.google.com',
  'optimizationguide-pa.googleapis.com',
]

const fullChromiumPath = findExecutable('chromium', { fullChromiumPath: process.env.FULL_CHROMIUM_PATH })
const testWhereItIs = fullChromiumPath ? test : test.skip

testWhereItIs('what full Chromium says by itself goes nowhere, and is none of the page', async () => {
  const ways: WayOut[] = []
  await using origin = await startOrigin()
  await using proxy = await startEgressProxy({ allow: ['127.0.1.0/24'] })
  const open: typeof proxy.open = async (...asked) => {
    const way = await proxy.open(...asked)
    ways.push(way)
    return way
  }
  await using engine = await startTestEngine({ fullChromiumPath, proxy: { ...proxy, open } })
  const url = `${origin.url}/green`
  const [shell, full] = [await engine.make({ url }), await engine.make({ url, headless: true, delay: 5000 })]
  expect((await readPicture(full.body)).at(600, 500)).toBe('#00ff00')
  expect(full.warnings).toEqual([])
  // It asks the page's own site for its icon too.
  expect(full.bandwidthBytes).toBeLessThan(3 * shell.bandwidthBytes)
  for (const host of CALLED)
    for (const port of [80, 443])
      for (const way of ways) expect(await way.refusalOf({ host, port })).toBeUndefined()
})
