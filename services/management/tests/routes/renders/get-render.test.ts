import { describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { randomUUIDv7 } from 'node:crypto'
import { recordOne } from '../../api/record-one.ts'
import { useApi } from '../../api/use-api.ts'
import { outcome } from '../../render-flow.ts'
import { describeRoute } from '../describe-route.ts'

const api = useApi()
const right = async () => ({ params: { render: await recordOne(api) } })

describeRoute(api, 'getRender', { right }, (ask) => {
  const get = (render: string) => ask({ params: { render } })

  describe('200', () => {
    test('returns a succeeded render', async () => {
      const id = await recordOne(api, { options: { format: 'jpg', tag: ['shop', 'daily'] } })
      expect((await get(id)).body).toMatchObject({
        renderId: id,
        projectId: 'proj_first',
        status: 'succeeded',
        format: 'jpg',
        tags: ['shop', 'daily'],
        error: null,
        result: { renderUrl: `https://files.example.com/renders/${outcome.artefact.key}` },
      })
    })

    test('returns a failed render', async () => {
      const error = new RenderError('NavigationError').toPlain()
      const finished = { status: 'failed' as const, error, attempts: 2, endedAt: Date.now() }
      expect((await get(await recordOne(api, { finished }))).body).toMatchObject({
        status: 'failed',
        attempts: 2,
        error: { code: 'NavigationError' },
        result: null,
      })
    })
  })

  describe('404', () => {
    test.each([randomUUIDv7(), 'no-uuid', '\0'])('does not find %j', async (id) => {
      expect((await get(id)).status).toBe(404)
    })

    test('does not find a render of another organisation', async () => {
      expect((await get(await recordOne(api, { owner: api.other }))).status).toBe(404)
    })
  })
})
