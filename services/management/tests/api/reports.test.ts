import { beforeAll, describe, expect, test } from '@jest/globals'
import { randomUUIDv7 } from 'node:crypto'
import { outcome } from '../render-flow.ts'
import { operate } from './operate.ts'
import { recordOne } from './record-one.ts'
import { useApi } from './use-api.ts'

const api = useApi()
const said = { category: 'missing-content', comment: 'The shop is empty.' }
const report = (renderId: string, more: object = {}) =>
  api.ask('createReport', { body: { renderId, ...said, ...more } })

/** Has the operator say what becomes of a report. */
async function judge(id: string, judgement: object): Promise<number> {
  const path = `organisations/${api.backing.owner.organisationId}/render-reports/${id}`
  return (await operate(api, path, judgement)).status
}

describe('a report', () => {
  test('has every field', async () => {
    const renderId = await recordOne(api)
    const rects = [{ x: 0, y: 0.5, w: 1, h: 0.25, label: 'here' }]
    expect((await report(renderId, { rects })).body).toEqual({
      id: expect.stringMatching(/^rpt_/),
      renderId,
      ...said,
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

  test('is one for a render, and changed while it is open', async () => {
    const renderId = await recordOne(api)
    const [first, second] = await Promise.all([report(renderId), report(renderId)])
    expect(first.body.id).toBe(second.body.id)
    const { body } = await report(renderId, { comment: 'More.' })
    expect(body).toMatchObject({ id: first.body.id, comment: 'More.' })
    expect(await judge(body.id, { state: 'in_review' })).toBe(200)
    expect(await report(renderId)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  })

  test('is for renders of the organisation, of the last 60 days', async () => {
    const foreign = await recordOne(api, { owner: api.other })
    const unknown = await report('x')
    expect(unknown).toMatchObject({ status: 404, body: { message: 'Render not found.' } })
    for (const id of [foreign, randomUUIDv7(), await recordOne(api, { daysAgo: 61 })])
      expect((await report(id)).text).toBe(unknown.text)
    expect((await report(await recordOne(api, { daysAgo: 59 }))).status).toBe(200)
  })

  test.each<[string, object]>([
    ['category', { category: 'ugly' }],
    ['comment', { comment: '' }],
    ['comment', { comment: 'x'.repeat(2001) }],
    ['renderId', { renderId: 'x'.repeat(256) }],
    ['rects', { rects: Array.from({ length: 6 }, () => ({ x: 0, y: 0, w: 1, h: 1 })) }],
    ['rects.0.x', { rects: [{ x: 1.1, y: 0, w: 1, h: 1 }] }],
    ['rects.0.h', { rects: [{ x: 0, y: 0, w: 1 }] }],
    ['rects.0.width', { rects: [{ x: 0, y: 0, w: 1, h: 1, width: 1 }] }],
    ['rects.0.label', { rects: [{ x: 0, y: 0, w: 1, h: 1, label: 'x'.repeat(201) }] }],
  ])('with a wrong %s is told so', async (path, more) => {
    const { status, body } = await report('x', more)
    expect([status, body.data[0].path]).toEqual([400, `body.${path}`])
  })

  test('is resolved by the operator, seen once, and opened by an answer', async () => {
    const { body } = await report(await recordOne(api))
    const resolution = {
      resolutionMessage: 'Wait for it.',
      resolutionExampleOptions: { wait_for: '#shop' },
      resolutionExampleUrl: 'https://files.example.com/better.png',
    }
    expect(await judge(body.id, { state: 'resolved', ...resolution })).toBe(200)
    const list = async () =>
      (await api.ask('listReports', { query: { renderId: body.renderId } })).body.renderReports[0]
    expect(await list()).toMatchObject({ state: 'resolved', hasUnseenResolution: true, ...resolution })
    expect(await list()).toMatchObject({ hasUnseenResolution: false })
    const respond = (id: string) =>
      api.ask('respondToReport', { params: { report: id }, body: { message: 'No.' } })
    expect((await respond(body.id)).body).toMatchObject({ state: 'open' })
    expect((await respond('rpt_nobody')).status).toBe(404)
    const [row] = await api.backing.query<{ replies: object[] }>(
      `select replies from render_reports where id = $1`,
      [body.id],
    )
    expect(row!.replies).toMatchObject([{ message: 'No.' }])
    expect(await judge(body.id, { state: 'forgotten' })).toBe(400)
    expect(await judge('rpt_nobody', { state: 'open' })).toBe(404)
  })
})

describe('the list of reports', () => {
  let all: string[]
  beforeAll(async () => {
    all = []
    for (let made = 0; made < 3; made++) {
      const { body } = await report(await recordOne(api), { category: 'login-required' })
      all.unshift(body.id)
    }
  })
  const list = async (query: Record<string, string>) => {
    const { body } = await api.ask('listReports', { query: { category: 'login-required', ...query } })
    return { ...body, renderReports: body.renderReports.map(({ id }: { id: string }) => id) }
  }

  test('comes in pages, the newest first', async () => {
    expect(await list({})).toEqual({ renderReports: all, page: 1, totalPages: 1 })
    expect(await list({ limit: '2' })).toEqual({ renderReports: all.slice(0, 2), page: 1, totalPages: 2 })
    expect(await list({ limit: '2', page: '2' })).toEqual({
      renderReports: all.slice(2),
      page: 2,
      totalPages: 2,
    })
    expect(await list({ limit: '2', page: '3' })).toEqual({ renderReports: [], page: 3, totalPages: 2 })
  })

  test('is filtered', async () => {
    await judge(all[0]!, { state: 'in_review' })
    expect((await list({ state: 'in_review' })).renderReports).toEqual([all[0]])
    expect((await list({ state: 'open' })).renderReports).toEqual(all.slice(1))
    expect((await list({ category: 'other' })).renderReports).toEqual([])
    expect((await list({ renderId: 'x' })).renderReports).toEqual([])
  })

  test.each<Record<string, string>>([
    { page: '0' },
    { page: 'x' },
    { limit: '101' },
    { limit: '1.5' },
    { state: 'lost' },
    { colour: 'red' },
  ])('refuses %j', async (query) => {
    expect(await api.ask('listReports', { query })).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST' },
    })
  })

  test("has nothing of another organisation's", async () => {
    const { body } = await api.ask('listReports', { key: api.other.key, params: { org: 'org_other' } })
    expect(body).toEqual({ renderReports: [], page: 1, totalPages: 0 })
    const { body: own } = await report(await recordOne(api))
    const answer = await api.ask('respondToReport', {
      key: api.other.key,
      params: { org: 'org_other', report: own.id },
      body: { message: 'x' },
    })
    expect(answer.status).toBe(404)
  })
})
