import { beforeAll, describe, expect, test } from '@jest/globals'
import { randomUUIDv7 } from 'node:crypto'
import { decideReport } from '../../api/decide-report.ts'
import { recordOne } from '../../api/record-one.ts'
import { reportOne } from '../../api/report-one.ts'
import { useApi } from '../../api/use-api.ts'
import { describeRoute } from '../describe-route.ts'

const api = useApi()

describeRoute(api, 'listReports', {}, (ask) => {
  let all: string[]
  beforeAll(async () => {
    all = []
    for (let made = 0; made < 3; made++) all.unshift((await reportOne(api)).id)
  })

  const list = async (query: Record<string, string> = {}) => {
    const { body } = await ask({ query: { category: 'missing-content', ...query } })
    return { ...body, renderReports: body.renderReports.map(({ id }: { id: string }) => id) }
  }

  describe('200', () => {
    test('returns reports in pages, newest first', async () => {
      expect(await list()).toEqual({ renderReports: all, page: 1, totalPages: 1 })
      expect(await list({ limit: '2' })).toEqual({ renderReports: all.slice(0, 2), page: 1, totalPages: 2 })
      expect(await list({ limit: '2', page: '2' })).toEqual({
        renderReports: all.slice(2),
        page: 2,
        totalPages: 2,
      })
      expect(await list({ limit: '2', page: '3' })).toEqual({ renderReports: [], page: 3, totalPages: 2 })
    })

    test('filters by category, state and render', async () => {
      const { id, renderId } = await reportOne(api, { category: 'other' })
      await decideReport(api, id, { state: 'in_review' })
      expect((await list({ category: 'other' })).renderReports).toEqual([id])
      expect((await list({ category: 'other', state: 'in_review' })).renderReports).toEqual([id])
      expect((await list({ category: 'other', state: 'open' })).renderReports).toEqual([])
      expect((await list({ category: 'other', renderId })).renderReports).toEqual([id])
      expect((await list({ renderId })).renderReports).toEqual([])
      expect((await list({ renderId: 'x' })).renderReports).toEqual([])
      const unfilled = await list({ category: 'other', state: '', renderId: '', page: '', limit: '' })
      expect(unfilled).toMatchObject({ renderReports: [id], page: 1 })
    })

    test('finds a report by the id of the request, by which it was made', async () => {
      const requestId = randomUUIDv7()
      await recordOne(api, { requestId })
      const report = { renderId: requestId, category: 'render-failed', comment: 'Empty.' }
      const { body } = await api.ask('createReport', { body: report })
      const { body: found } = await ask({ query: { renderId: requestId } })
      expect(found.renderReports).toMatchObject([{ id: body.id }])
    })

    test('marks a resolution as unseen in the first answer only', async () => {
      const { id, renderId } = await reportOne(api, { category: 'other' })
      const resolution = {
        resolutionMessage: 'Wait for it.',
        resolutionExampleOptions: { wait_for: '#shop' },
        resolutionExampleUrl: 'https://files.example.com/better.png',
      }
      await decideReport(api, id, { state: 'resolved', ...resolution })
      const read = async () => (await ask({ query: { renderId } })).body.renderReports
      const head = await api.send(`/v2/organisation/${api.backing.owner.organisationId}/render-reports`, {
        method: 'HEAD',
        headers: { 'x-api-key': api.backing.keys.organisationKey },
      })
      expect(head.status).toBe(200)
      expect(await read()).toMatchObject([{ state: 'resolved', hasUnseenResolution: true, ...resolution }])
      expect(await read()).toMatchObject([{ state: 'resolved', hasUnseenResolution: false }])
    })

    test('does not return reports of another organisation', async () => {
      const { key, organisationId } = api.other
      const { body } = await ask({ key, params: { org: organisationId } })
      expect(body).toEqual({ renderReports: [], page: 1, totalPages: 0 })
    })
  })

  describe('400', () => {
    test.each<Record<string, string>>([
      { page: '0' },
      { page: '1000001' },
      { page: 'x' },
      { limit: '0' },
      { limit: '101' },
      { limit: '1.5' },
      { state: 'lost' },
      { category: 'ugly' },
      { renderId: 'x'.repeat(256) },
      { colour: 'red' },
    ])('refuses %j', async (query) => {
      expect((await ask({ query })).body.code).toBe('BAD_REQUEST')
    })
  })
})
