import { describe, expect, test } from '@jest/globals'
import { createVault, makeVaultKey } from '@render/vault'
import { useApi } from '../../api/use-api.ts'
import { describeRoute } from '../describe-route.ts'
import { makeProject } from '../make-project.ts'

const api = useApi()
const right = async () => ({ params: { project: (await makeProject(api)).id } })

describeRoute(api, 'getProject', { right }, (ask) => {
  describe('200', () => {
    test('returns the listed fields and those of its renders', async () => {
      const made = await makeProject(api)
      expect((await ask({ params: { project: made.id } })).body).toEqual({
        ...made,
        region: null,
        renderQueue: null,
        webhookKey: expect.stringMatching(/^whsec_….{4}$/),
        defaultOptions: null,
      })
    })

    test('returns region and queue from the render defaults', async () => {
      const { params } = await right()
      const options = { region: 'eu', render_queue: 'batch' }
      await api.ask('changeRenderDefaults', { params, body: { options } })
      expect((await ask({ params })).body).toMatchObject({ region: 'eu', renderQueue: 'batch' })
    })
  })

  describe('500', () => {
    test('cannot open sealed render defaults that were copied to another row', async () => {
      const [from, to] = [await right(), await right()]
      const body = { options: { authorization: 'sesame' } }
      await api.ask('changeRenderDefaults', { params: from.params, body })
      await api.backing.query(
        `update projects set sealed_defaults = (select sealed_defaults from projects where id = $1) where id = $2`,
        [from.params.project, to.params.project],
      )
      expect((await ask(from)).status).toBe(200)
      expect((await ask(to)).status).toBe(500)
    })

    test('is no unavailable database when the vault key of the render defaults is lost', async () => {
      const { params } = await right()
      const { organisationId } = api.backing.owner
      const place = { organisationId, table: 'projects', rowId: params.project }
      const sealed = await createVault([makeVaultKey()]).seal('{}', place)
      await api.backing.query(`update projects set sealed_defaults = $1 where id = $2`, [
        sealed,
        params.project,
      ])
      expect((await ask({ params })).status).toBe(500)
    })
  })
})
