import { expect, jest, test } from '@jest/globals'
import { EventEmitter } from 'node:events'
import { resolveOptions, toRenderOptions } from '@render/options'
import type { PageContext } from '../../page-context.ts'
import { targetOf } from '../../target.ts'
import { sendHeaders } from './send-headers.ts'

/** Starts to send a header to an address that is tried by https first; returns where it is sent, of these addresses. */
async function startSending() {
  const options = toRenderOptions(
    resolveOptions({ url: 'http://a.example', https_upgrade: true, header: ['X-A=1'] }),
  )
  const target = targetOf(options)
  const send = jest.fn((_method: string, _parameters: object) => Promise.resolve())
  const session = Object.assign(new EventEmitter(), { send })
  const ctx = { tab: { session }, target, warnings: [] } as unknown as PageContext
  await sendHeaders.run(ctx, options)
  const sentTo = (...urls: string[]): string[] =>
    urls.filter((url) => {
      session.emit('Fetch.requestPaused', { requestId: 'one', request: { url, headers: {} } })
      return (send.mock.lastCall![1] as { headers?: object[] }).headers?.length === 1
    })
  return { ctx, target, sentTo }
}

const SECURE = 'https://a.example/x'
const CLEAR = 'http://a.example/x'
const OTHERS = ['https://b.example/', 'https://a.example:444/', 'http://a.example:81/']

test('headers of a page that is loaded by https are not sent in clear text', async () => {
  const { ctx, target, sentTo } = await startSending()
  ctx.address = target.securedUrl
  expect(sentTo(SECURE, CLEAR, ...OTHERS)).toEqual([SECURE])
})

test('headers of a page that has to be loaded by http are sent by http only', async () => {
  const { ctx, target, sentTo } = await startSending()
  ctx.address = target.url
  expect(sentTo(SECURE, CLEAR, ...OTHERS)).toEqual([CLEAR])
})
