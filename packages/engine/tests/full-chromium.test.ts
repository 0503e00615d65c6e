import { expect, test } from '@jest/globals'
import { startEgressProxy, type EgressTunnel } from '@render/net'
import { readPicture, startOrigin } from '@render/testkit'
import { findExecutable } from '../src/browser/executable.ts'
import { startTestEngine } from './test-engine.ts'

/** The hosts that full Chromium contacts by itself. */
const CALLED = [
  'update.googleapis.com',
  'accounts.google.com',
  'clients2.google.com',
  'optimizationguide-pa.googleapis.com',
]

const fullChromiumPath = findExecutable('chromium', { fullChromiumPath: process.env.FULL_CHROMIUM_PATH })
const testIfInstalled = fullChromiumPath ? test : test.skip

testIfInstalled("full Chromium's own requests reach no host and are not counted for the page", async () => {
  const tunnels: EgressTunnel[] = []
  await using origin = await startOrigin()
  await using proxy = await startEgressProxy({ allow: ['127.0.1.0/24'] })
  const openTunnel: typeof proxy.openTunnel = async (...args) => {
    const tunnel = await proxy.openTunnel(...args)
    tunnels.push(tunnel)
    return tunnel
  }
  await using engine = await startTestEngine({ fullChromiumPath, proxy: { ...proxy, openTunnel } })
  const url = `${origin.url}/green`
  const [shell, full] = [await engine.make({ url }), await engine.make({ url, headless: true, delay: 5000 })]
  expect((await readPicture(full.body)).at(600, 500)).toBe('#00ff00')
  expect(full.warnings).toEqual([])
  // Full Chromium also requests the icon of the page's site.
  expect(full.bandwidthBytes).toBeLessThan(3 * shell.bandwidthBytes)
  for (const host of CALLED)
    for (const port of [80, 443])
      for (const tunnel of tunnels) expect(await tunnel.refusalOf({ host, port })).toBeUndefined()
})
