import { describe, expect, test } from '@jest/globals'
import { decideReport } from '../../api/decide-report.ts'
import { reportOne } from '../../api/report-one.ts'
import { useApi } from '../../api/use-api.ts'
import { describeRoute } from '../describe-route.ts'

const api = useApi()
const right = async () => ({ params: { report: (await reportOne(api)).id }, body: { message: 'No.' } })

describeRoute(api, 'respondToReport', { right }, (ask) => {
  const respond = (report: string, message: unknown) => ask({ params: { report }, body: { message } })

  describe('200', () => {
    test.each([
      ['resolved', 'open'],
      ['in_review', 'in_review'],
      ['open', 'open'],
    ])('stores the message; a report in state %s becomes %s', async (state, then) => {
      const { id } = await reportOne(api)
      await decideReport(api, id, { state })
      expect((await respond(id, 'No.')).body).toMatchObject({ id, state: then, hasUnseenResolution: false })
      await respond(id, 'Still not.')
      const rows = await api.backing.query('select replies from render_reports where id = $1', [id])
      expect(rows).toMatchObject([{ replies: [{ message: 'No.' }, { message: 'Still not.' }] }])
    })
  })

  describe('400', () => {
    test.each([undefined, 7, '', 'x'.repeat(2001), '\0'])('refuses the message %j', async (message) => {
      expect((await respond((await reportOne(api)).id, message)).status).toBe(400)
    })
  })

  describe('404', () => {
    test('does not find a report of another organisation', async () => {
      const { key, organisationId } = api.other
      const params = { org: organisationId, report: (await reportOne(api)).id }
      const answer = await ask({ key, params, body: { message: 'x' } })
      expect(answer.status).toBe(404)
    })
  })

  describe('409', () => {
    test('refuses more than a hundred replies', async () => {
      const { id } = await reportOne(api)
      await api.backing.query(
        `update render_reports set replies = array_fill('{}'::jsonb, array[99]) where id = $1`,
        [id],
      )
      expect((await respond(id, 'The last.')).status).toBe(200)
      expect((await respond(id, 'One more.')).body.code).toBe('CONFLICT')
    })
  })
})
