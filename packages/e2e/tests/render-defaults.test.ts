import { describe, expect, test } from '@jest/globals'
import { ask, readPicture, until } from '@render/testkit'
import { useWorld } from './use-world.ts'

describe('the render defaults of a project', () => {
  const world = useWorld()

  test('are in effect within seconds of being set, secrets among them, and gone when they are cleared', async () => {
    const { managementUrl, organisationKey } = world.stack.info
    const manage = (path: string, init: RequestInit = {}) =>
      ask(`${managementUrl}${path}`, {
        ...init,
        headers: { 'x-api-key': organisationKey, 'content-type': 'application/json' },
      })
    const [project] = (await manage('/projects')).body.projects
    const setDefaults = (options: object | null) =>
      manage(`/projects/${project.id}/render-defaults`, {
        method: 'PATCH',
        body: JSON.stringify({ options }),
      })
    const url = `${world.origin.url}/red`
    const widthOf = async () => {
      const { body } = await world.stack.client.sync({ url })
      return (await readPicture(await (await fetch(body.renderUrl)).bytes())).width
    }

    expect(await widthOf()).toBe(1280)
    expect((await setDefaults({ width: 400, authorization: 'Bearer sesame', tag: ['mine'] })).status).toBe(
      200,
    )
    await until(async () => (await widthOf()) === 400)
    const { body } = await world.stack.client.sync({ url, response_type: 'jsondebug', height: 300 })
    expect(body).toMatchObject({ height: 300, debug: { options: { width: 400, tag: ['mine'] } } })
    expect(JSON.stringify(body)).not.toContain('sesame')
    expect(world.origin.seen.findLast(({ path }) => path === '/red')?.headers).toMatchObject({
      authorization: 'Bearer sesame',
    })
    await setDefaults(null)
    await until(async () => (await widthOf()) === 1280)
  })
})
