import { describe, expect, test } from '@jest/globals'
import { createVault, makeVaultKey } from '@render/vault'
import { useApi } from '../../api/use-api.ts'
import { accountOf } from '../account-of.ts'
import { describeRoute } from '../describe-route.ts'
import { makeProject } from '../make-project.ts'

const api = useApi(async () => ({ MAX_WIDTH: '9000' }))
const right = async () => ({
  params: { project: (await makeProject(api)).id },
  body: { options: { delay: 5 } },
})

for (const id of ['changeRenderDefaults', 'changeRenderDefaultsOfCaller']) {
  describeRoute(api, id, { right }, (ask) => {
    const begin = async () => {
      const project = await makeProject(api)
      const params = { project: project.id }
      return {
        project,
        change: (options: unknown) => ask({ params, body: { options } }),
        detail: async () => (await api.ask('getProject', { params })).body,
        account: async () => {
          const { apiSecret } = (await api.ask('createProjectKeys', { params })).body
          return (await accountOf(api, apiSecret))?.project
        },
      }
    }

    describe('200', () => {
      test('sets options under their canonical names', async () => {
        const { project, change, detail } = await begin()
        expect((await change({ fullPage: 'true', width: 800, archive: 7 })).body).toEqual(project)
        expect((await detail()).defaultOptions).toEqual({ full_page: true, width: 800, archive: 7 })
      })

      test('takes what the limits of the operator allow', async () => {
        const { change } = await begin()
        const statuses = [await change({ width: 9000 }), await change({ width: 9001 })].map(
          ({ status }) => status,
        )
        expect(statuses).toEqual([200, 400])
      })

      test('replaces all options; null leaves one out, or removes all', async () => {
        const { change, detail } = await begin()
        await change({ width: 800, dark_mode: true })
        await change({ width: null, delay: 5 })
        expect((await detail()).defaultOptions).toEqual({ delay: 5 })
        await change({ dark_mode: null })
        expect((await detail()).defaultOptions).toBeNull()
        for (const empty of [{}, null]) {
          await change({ delay: 5 })
          await change(empty)
          expect((await detail()).defaultOptions).toBeNull()
        }
      })

      test('G35: stores secrets sealed and returns them masked', async () => {
        const { change, detail, account } = await begin()
        const secrets = { authorization: 'sesame', cookie: ['a=sesame'], proxy: 'me:sesame@a.example:80' }
        const set = await change({ ...secrets, width: 800 })
        const masked = await detail()
        expect(masked.defaultOptions).toEqual({
          authorization: '[secret]',
          cookie: '[secret]',
          proxy: '[secret]',
          width: 800,
        })
        const rows = await api.backing.query('select * from projects')
        expect(JSON.stringify([set.text, masked, rows])).not.toContain('sesame')
        await change({ ...masked.defaultOptions, width: 900 })
        expect((await account())?.defaults).toEqual({ ...secrets, width: 900 })
        await change({ authorization: '[secret]' })
        expect((await account())?.defaults).toEqual({ authorization: 'sesame' })
      })

      test('replaces options whose vault key is lost, but needs their secrets again', async () => {
        const { project, change, account } = await begin()
        await change({ authorization: 'sesame', width: 800 })
        const place = {
          organisationId: api.backing.owner.organisationId,
          table: 'projects',
          rowId: project.id,
        }
        const sealed = await createVault([makeVaultKey()]).seal('{}', place)
        await api.backing.query(`update projects set sealed_defaults = $1 where id = $2`, [
          sealed,
          project.id,
        ])
        expect((await change({ authorization: '[secret]', width: 900 })).body.data).toMatchObject([
          { path: 'body.options.authorization' },
        ])
        expect((await change({ authorization: 'sesame', width: 900 })).body).toEqual(project)
        expect((await account())?.defaults).toEqual({ authorization: 'sesame', width: 900 })
      })

      test('applies concurrent changes one after the other, each as a whole', async () => {
        const { change, detail, account } = await begin()
        await change({ authorization: 'sesame' })
        const bodies = [50, 60, 70, 80, 90].map((width) => ({
          authorization: '[secret]',
          width,
          height: width,
        }))
        const answers = await Promise.all(bodies.map((body) => change(body)))
        expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200))
        expect(bodies).toContainEqual((await detail()).defaultOptions)
        expect((await account())?.defaults?.authorization).toBe('sesame')
      })

      test('adds the defaults and the engine version to the account', async () => {
        const { project, change, account } = await begin()
        expect(await account()).toEqual({ id: project.id, name: 'Shop', enabled: true })
        const params = { project: project.id }
        await api.ask('changeProject', { params, body: { engineVersion: 'lts' } })
        expect((await account())?.defaults).toEqual({ engine_version: 'lts' })
        await change({ v: 'latest', width: 800 })
        expect((await account())?.defaults).toEqual({ v: 'latest', width: 800 })
      })
    })

    describe('400', () => {
      test('names the invalid options and changes nothing', async () => {
        const { change, detail } = await begin()
        await change({ delay: 5 })
        const answer = await change({ width: -1, format: 'doc', delay: 7 })
        expect([answer.status, answer.body.code]).toEqual([400, 'BAD_REQUEST'])
        expect(answer.body.data).toEqual([
          { path: 'body.options.format', message: expect.stringContaining('"format" must be') },
          { path: 'body.options.width', message: expect.stringContaining('"width" must be') },
        ])
        for (const wrong of [[], 'x', 5, undefined]) expect((await change(wrong)).status).toBe(400)
        expect((await change({ full_page_slices: true })).body.data).toMatchObject([
          { path: 'body.options.full_page_slices' },
        ])
        expect((await detail()).defaultOptions).toEqual({ delay: 5 })
      })

      test.each(['__proto__', 'constructor', 'prototype'])('refuses the name %s', async (name) => {
        const { change } = await begin()
        expect((await change(JSON.parse(`{"${name}":{"isAdmin":true}}`))).status).toBe(400)
      })
    })
  })
}
