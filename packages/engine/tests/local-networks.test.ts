import { expect, test } from '@jest/globals'
import { startOrigin } from '@render/testkit'
import { defaultPageLimits, launchBrowser } from '../src/index.ts'
import { shareTestProxy } from './test-proxy.ts'

test('a page needs no permission of the browser for addresses of a local network', async () => {
  await using origin = await startOrigin()
  const proxy = await shareTestProxy()
  await using browser = await launchBrowser({
    environment: process.env,
    chromiumPath: process.env.CHROMIUM_PATH,
    sandbox: process.env.CHROMIUM_SANDBOX !== 'off',
    enter: proxy.enter,
    openTunnel: (route) => proxy.openTunnel(defaultPageLimits, route),
  })
  const { page, session } = await browser.openTab({})
  await page.goto(`${origin.url}/green`)
  await session.send('Network.enable')
  const { promise: policy, resolve } = Promise.withResolvers<string | undefined>()
  session.on('Network.requestWillBeSentExtraInfo', ({ clientSecurityState }) =>
    resolve(clientSecurityState?.localNetworkAccessRequestPolicy),
  )
  await page.evaluate(`fetch('${origin.otherUrl}/image.png', { mode: 'no-cors' }).then(() => {})`)
  expect(await policy).toBe('Allow')
})
