// Checks that our address parser and the browser read the same host from an address. The egress rules judge that host.
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import type { Page } from 'playwright-core'
import { parseAddress } from '@render/net'
import { propertySettings } from '@render/testkit'
import { launchBrowser, type BrowserProcess } from '../src/index.ts'

let launched: BrowserProcess
let page: Page
beforeAll(async () => {
  launched = await launchBrowser({
    environment: process.env,
    chromiumPath: process.env.CHROMIUM_PATH,
    sandbox: process.env.CHROMIUM_SANDBOX !== 'off',
    openTunnel: () => Promise.reject(new Error('Nothing is loaded.')),
  })
  page = await (await (await launched.playwright()).newContext()).newPage()
})
afterAll(() => launched[Symbol.asyncDispose]())

const PARTS = [
  '//',
  '/',
  '\\',
  '@',
  ':',
  '#',
  '?',
  '127.0.0.1',
  '0x7f',
  '1',
  '[::1]',
  '.',
  '。',
  '①',
  '%31',
  '%',
  'ß',
  'a.com',
  'xn--',
  '80',
  '\t',
  ' ',
]

test('the browser reads the same host from every address that parseAddress accepts', async () => {
  const part = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...PARTS) },
    fc.string({ maxLength: 3, unit: fc.nat(0x10ffff).map((point) => String.fromCodePoint(point)) }),
  )
  const text = fc.tuple(fc.constantFrom('http://', 'HTTPS:', 'http:/', ''), fc.array(part, { maxLength: 8 }))
  const { seed, numRuns } = propertySettings({ numRuns: 20_000 })
  const texts = fc.sample(text, { seed, numRuns }).map(([start, rest]) => start + rest.join(''))
  const accepted = texts.flatMap((each) => parsed(each) ?? [])
  expect(accepted.length).toBeGreaterThan(2000)
  const hosts = await page.evaluate(
    (hrefs) => hrefs.map((href) => URL.parse(href)?.hostname),
    accepted.map(({ href }) => href),
  )
  const differing = accepted.filter(({ hostname }, i) => hosts[i] !== hostname)
  expect({ seed, differing: differing.map(({ href }) => href) }).toEqual({ seed, differing: [] })
})

function parsed(text: string): URL | undefined {
  try {
    return parseAddress(text)
  } catch {
    return undefined
  }
}
