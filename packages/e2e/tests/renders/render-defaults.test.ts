import { describe, expect, test } from '@jest/globals'
import { readPicture, until } from '@render/testkit'
import { useSharedStack } from '../use-shared-stack.ts'

describe('the render defaults of a project', () => {
  const world = useSharedStack({ renderDefaults: {} })

  test('take effect within seconds, including secrets, and end when they are cleared', async () => {
    const setDefaults = (options: object | null) =>
      world.manage(
        `/organisation/${world.stack.organisationId}/projects/${world.stack.projectId}/render-defaults`,
        { options },
        'PATCH',
      )
    const url = `${world.origin.url}/red`
    const widthOf = async () => {
      const { body } = await world.client.sync({ url })
      return (await readPicture(await (await fetch(body.renderUrl)).bytes())).width
    }

    expect(await widthOf()).toBe(1280)
    expect((await setDefaults({ width: 400, authorization: 'Bearer sesame', tag: ['mine'] })).status).toBe(
      200,
    )
    await until(async () => (await widthOf()) === 400)
    const { body } = await world.client.sync({ url, response_type: 'jsondebug', height: 300 })
    expect(body).toMatchObject({ height: 300, debug: { options: { width: 400, tag: ['mine'] } } })
    expect(JSON.stringify(body)).not.toContain('sesame')
    expect(world.origin.seen.findLast(({ path }) => path === '/red')?.headers).toMatchObject({
      authorization: 'Bearer sesame',
    })
    await setDefaults(null)
    await until(async () => (await widthOf()) === 1280)
  })
})
