// Checks what answers with `response_type` jsondebug tell of a page.
import { expect, test } from '@jest/globals'
import { startOrigin } from '@render/testkit'
import { page, shareTestEngine } from './test-engine.ts'

test('tells of the console and of failed requests, within bounds', async () => {
  await using engine = await shareTestEngine()
  await using origin = await startOrigin()
  const script = `console.log('one', 2, { three: 3 }); console.error(new Error('four')); console.warn('x'.repeat(900))
    for (let i = 0; i < 200; i++) console.info(i)`
  const html = page('', `<img src="/nothing-here"><img src="/blocked"><script>${script}</script>`)
  const options = { html, base_url: origin.url, block_urls: ['*/blocked'] }
  const { diagnostics } = await engine.make({ ...options, response_type: 'jsondebug' })
  const { console: lines, failedRequests } = diagnostics!
  expect(lines.slice(0, 2)).toEqual(['log: one 2 {"three":3}', 'error: Error: four'])
  expect([lines[2]!.length, lines.length]).toEqual([500, 100])
  expect(failedRequests.toSorted((a, b) => a.url.localeCompare(b.url))).toEqual([
    {
      url: `${origin.url}/blocked`,
      method: 'GET',
      resourceType: 'image',
      failureText: 'net::ERR_BLOCKED_BY_CLIENT',
    },
    { url: `${origin.url}/nothing-here`, method: 'GET', resourceType: 'image', status: 404 },
  ])
  const errors = page('', '<script>Promise.reject("six"); missing()</script>')
  const { diagnostics: own } = await engine.make({ ...options, html: errors, response_type: 'jsondebug' })
  expect(own!.console.toSorted()).toEqual([
    'uncaught: Uncaught ReferenceError: missing is not defined',
    'unhandled: six',
  ])
  expect((await engine.make({ html })).diagnostics).toBeUndefined()
})
