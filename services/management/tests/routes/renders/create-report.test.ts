import { describe, expect, test } from '@jest/globals'
import { randomUUIDv7 } from 'node:crypto'
import { decideReport } from '../../api/decide-report.ts'
import { recordOne } from '../../api/record-one.ts'
import { useApi } from '../../api/use-api.ts'
import { outcome } from '../../render-flow.ts'
import { describeRoute } from '../describe-route.ts'

const api = useApi()

const complaint = { category: 'missing-content', comment: 'The shop is empty.' }
const right = async () => ({ body: { renderId: await recordOne(api), ...complaint } })

describeRoute(api, 'createReport', { right }, (ask) => {
  const report = (renderId: string, more: object = {}) => ask({ body: { renderId, ...complaint, ...more } })

  describe('200', () => {
    test('returns every field', async () => {
      const renderId = await recordOne(api)
      const rects = [{ x: 0, y: 0.5, w: 1, h: 0.25, label: 'here' }]
      expect((await report(renderId, { rects })).body).toEqual({
        id: expect.stringMatching(/^rpt_/),
        renderId,
        ...complaint,
        rects,
        state: 'open',
        outputUrl: `https://files.example.com/renders/${outcome.artefact.key}`,
        outputFormat: 'png',
        resolutionMessage: null,
        resolutionExampleOptions: null,
        resolutionExampleUrl: null,
        hasUnseenResolution: false,
        createdAt: expect.any(String),
      })
    })

    test('changes the open report of a render instead of creating another', async () => {
      const renderId = await recordOne(api)
      const [first, second] = await Promise.all([report(renderId), report(renderId)])
      expect(first.body.id).toBe(second.body.id)
      const { body } = await report(renderId, { comment: 'More.' })
      expect(body).toMatchObject({ id: first.body.id, comment: 'More.' })
    })

    test('finds a render by the id of its request', async () => {
      const requestId = randomUUIDv7()
      const renderId = await recordOne(api, { requestId })
      const { body } = await report(requestId)
      expect(body).toMatchObject({ renderId, outputFormat: 'png' })
      expect((await report(renderId)).body.id).toBe(body.id)
      expect((await report(requestId.toUpperCase())).body.id).toBe(body.id)
    })

    test('accepts a render of the last 60 days', async () => {
      expect((await report(await recordOne(api, { daysAgo: 59 }))).status).toBe(200)
    })
  })

  describe('400', () => {
    test.each<[string, object]>([
      ['category', { category: 'ugly' }],
      ['comment', { comment: '' }],
      ['comment', { comment: 'x'.repeat(2001) }],
      ['renderId', { renderId: '' }],
      ['renderId', { renderId: 'x'.repeat(256) }],
      ['rects', { rects: Array.from({ length: 6 }, () => ({ x: 0, y: 0, w: 1, h: 1 })) }],
      ['rects.0.x', { rects: [{ x: 1.1, y: 0, w: 1, h: 1 }] }],
      ['rects.0.y', { rects: [{ x: 0, y: -0.1, w: 1, h: 1 }] }],
      ['rects.0.h', { rects: [{ x: 0, y: 0, w: 1 }] }],
      ['rects.0.width', { rects: [{ x: 0, y: 0, w: 1, h: 1, width: 1 }] }],
      ['rects.0.label', { rects: [{ x: 0, y: 0, w: 1, h: 1, label: 'x'.repeat(201) }] }],
    ])('refuses an invalid %s', async (path, more) => {
      const { status, body } = await report('x', more)
      expect([status, body.data[0].path]).toEqual([400, `body.${path}`])
    })
  })

  describe('404', () => {
    test('answers equally for an unknown render, one of another organisation and one that is too old', async () => {
      const unknown = await report('x')
      expect(unknown).toMatchObject({ status: 404, body: { message: 'Render not found.' } })
      const foreign = await recordOne(api, { owner: api.other })
      const requests = [randomUUIDv7(), uuidOf(Date.now() - 61 * 86_400_000), randomUUIDv7()]
      await recordOne(api, { owner: api.other, requestId: requests[0] })
      await recordOne(api, { daysAgo: 61, requestId: requests[1] })
      const batch = { id: randomUUIDv7(), index: 0, size: 2, createdAt: Date.now() }
      await recordOne(api, { requestId: requests[2], batch })
      const late = 'ffffffff-ffff-7fff-8fff-ffffffffffff'
      for (const id of [foreign, randomUUIDv7(), ...requests, late, await recordOne(api, { daysAgo: 61 })])
        expect((await report(id)).text).toBe(unknown.text)
    })
  })

  describe('409', () => {
    test.each(['in_review', 'resolved'])('refuses a report when the existing one is %s', async (state) => {
      const renderId = await recordOne(api)
      await decideReport(api, (await report(renderId)).body.id, { state })
      expect((await report(renderId)).body.code).toBe('CONFLICT')
    })
  })
})

/** Returns a UUID of version 7 that was made at a time. */
function uuidOf(ms: number): string {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}${randomUUIDv7().slice(13)}`
}
