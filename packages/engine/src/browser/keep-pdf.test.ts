import { expect, jest, test } from '@jest/globals'
import { EventEmitter } from 'node:events'
import { defaultPageLimits } from '../page-limits.ts'
import type { Work } from '../work.ts'
import { keepPdf } from './keep-pdf.ts'

/** Holds requests of a page one after the other; what was sent to the browser about each. */
async function hold(...requests: object[]) {
  const send = jest.fn((_method: string, _parameters: object) => new Promise(() => undefined))
  send.mockResolvedValueOnce(undefined)
  const session = Object.assign(new EventEmitter(), { send })
  const work = { tab: { session }, pageLimits: defaultPageLimits } as unknown as Work
  await keepPdf(work)
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
const GOES_ON = 'Fetch.continueRequest'
const ALL_GO_ON = 'Fetch.disable'
const IS_READ = 'Fetch.takeResponseBodyAsStream'

test('the first answer counts: not the request, and no redirect before it', async () => {
  const requests = [{}, answer(302, 'application/pdf'), {}, answer(200, 'application/pdf')]
  expect(await hold(...requests)).toEqual([GOES_ON, GOES_ON, GOES_ON, IS_READ])
})

test('what comes after a page is not kept', async () => {
  expect(await hold(answer(200, 'text/html'), answer(200, 'application/pdf'))).toEqual([ALL_GO_ON])
})

test.each([
  [IS_READ, answer(200, 'Application/PDF; charset=binary')],
  [IS_READ, answer(404, 'application/pdf', 'inline; filename="attachment.pdf"')],
  [ALL_GO_ON, answer(200, 'application/pdf', 'Attachment; filename=a.pdf')],
  [ALL_GO_ON, answer(200, 'application/pdfa')],
  [ALL_GO_ON, answer(200, 'text/plain')],
])('%s: %j', async (method, held) => expect(await hold(held)).toEqual([method]))
