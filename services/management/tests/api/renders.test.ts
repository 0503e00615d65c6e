import { beforeAll, describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { outcome } from '../render-flow.ts'
import { recordOne } from './record-one.ts'
import { useApi } from './use-api.ts'

const api = useApi()

let all: string[]
beforeAll(async () => {
  const failed = { error: new RenderError('NavigationError').toPlain(), attempts: 2, endedAt: Date.now() }
  const options = { format: 'jpg' as const, tag: ['shop', 'daily'] }
  all = [
    await recordOne(api),
    await recordOne(api, { daysAgo: 1, options }),
    await recordOne(api, { daysAgo: 2, finished: { status: 'failed', ...failed } }),
  ]
  await recordOne(api, { owner: api.other })
})
const list = async (query: Record<string, string> = {}) => {
  const { body } = await api.ask('listRenders', { query })
  return { ...body, renders: body.renders.map(({ renderId }: { renderId: string }) => renderId) }
}
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString()

describe('renders', () => {
  test('are listed, the latest first, in pages that follow each other', async () => {
    expect(await list()).toEqual({ renders: all, next: null })
    const first = await list({ limit: '2' })
    expect(first).toEqual({ renders: all.slice(0, 2), next: all[1] })
    expect(await list({ limit: '2', after: first.next })).toEqual({ renders: all.slice(2), next: null })
    expect(await list({ limit: '3' })).toEqual({ renders: all, next: null })
  })

  test('are filtered', async () => {
    expect((await list({ status: 'failed' })).renders).toEqual([all[2]])
    expect((await list({ format: 'jpg' })).renders).toEqual([all[1]])
    expect((await list({ tag: 'daily' })).renders).toEqual([all[1]])
    expect((await list({ tag: 'dail' })).renders).toEqual([])
    expect((await list({ from: daysAgo(1.5) })).renders).toEqual(all.slice(0, 2))
    expect((await list({ until: daysAgo(1.5) })).renders).toEqual([all[2]])
    expect((await list({ project: api.backing.owner.projectId })).renders).toEqual(all)
    expect((await list({ project: api.other.projectId })).renders).toEqual([])
  })

  test.each<Record<string, string>>([{ limit: '0' }, { status: 'lost' }, { from: 'yesterday' }])(
    'are not listed by %j',
    async (query) => {
      expect((await api.ask('listRenders', { query })).status).toBe(400)
    },
  )

  test('are shown with what became of them', async () => {
    const [succeeded, failed] = await Promise.all(
      [all[1]!, all[2]!].map(async (render) => (await api.ask('getRender', { params: { render } })).body),
    )
    expect(succeeded).toMatchObject({
      status: 'succeeded',
      format: 'jpg',
      tags: ['shop', 'daily'],
      error: null,
      result: { renderUrl: `https://files.example.com/renders/${outcome.artefact.key}` },
    })
    expect(failed).toMatchObject({
      status: 'failed',
      attempts: 2,
      error: { code: 'NavigationError' },
      result: null,
    })
  })

  test("of another organisation are not there, whether by their id or as a list's last one", async () => {
    const { body } = await api.ask('listRenders', { key: api.other.key, params: { org: 'org_other' } })
    const [{ renderId: foreign }] = body.renders
    for (const render of [foreign, 'x'])
      expect((await api.ask('getRender', { params: { render } })).status).toBe(404)
    for (const after of [foreign, 'x']) expect((await list({ after })).renders).toEqual([])
  })
})
