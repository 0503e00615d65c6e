import { expect, jest, test } from '@jest/globals'
import { EventEmitter } from 'node:events'
import { defaultPageLimits } from '../page-limits.ts'
import type { PageContext } from '../page-context.ts'
import { interceptPdf } from './intercept-pdf.ts'

/** Holds requests of a page one after the other; returns the CDP method that was sent for each. */
async function hold(...requests: object[]) {
  const send = jest.fn((_method: string, _parameters: object) => new Promise(() => undefined))
  send.mockResolvedValueOnce(undefined)
  const session = Object.assign(new EventEmitter(), { send })
  const ctx = { tab: { session }, pageLimits: defaultPageLimits } as unknown as PageContext
  await interceptPdf(ctx)
  send.mockClear()
  for (const request of requests) {
    session.emit('Fetch.requestPaused', { requestId: 'one', ...request })
    await new Promise(setImmediate)
  }
  return send.mock.calls.map(([method]) => method)
}

const answer = (responseStatusCode: number, type: string, disposition = '') => ({
  responseStatusCode,
  responseHeaders: [
    { name: 'Content-Type', value: type },
    { name: 'Content-Disposition', value: disposition },
  ],
})
const CONTINUED = 'Fetch.continueRequest'
const DISABLED = 'Fetch.disable'
const READ = 'Fetch.takeResponseBodyAsStream'

test('reads the first final response, not the request or a redirect before it', async () => {
  const requests = [{}, answer(302, 'application/pdf'), {}, answer(200, 'application/pdf')]
  expect(await hold(...requests)).toEqual([CONTINUED, CONTINUED, CONTINUED, READ])
})

test('does not intercept a PDF after a page', async () => {
  expect(await hold(answer(200, 'text/html'), answer(200, 'application/pdf'))).toEqual([DISABLED])
})

test.each([
  [READ, answer(200, 'Application/PDF; charset=binary')],
  [READ, answer(404, 'application/pdf', 'inline; filename="attachment.pdf"')],
  [DISABLED, answer(200, 'application/pdf', 'Attachment; filename=a.pdf')],
  [DISABLED, answer(200, 'application/pdfa')],
  [DISABLED, answer(200, 'text/plain')],
])('%s: %j', async (method, held) => expect(await hold(held)).toEqual([method]))
