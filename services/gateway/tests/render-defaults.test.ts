import { describe, expect, jest, test } from '@jest/globals'
import { sendRequest, until } from '@render/testkit'
import { useFakeIntervals } from './support/use-fake-intervals.ts'
import { useWorld } from './support/use-world.ts'
import { untilEnded } from './support/until-ended.ts'

describe('the render defaults of a project', () => {
  useFakeIntervals()
  const world = useWorld()
  const keyWith = (defaults: object) =>
    world.management.addKey({ project: { id: 'project_2', enabled: true, defaults: { ...defaults } } })

  const post = (path: string, options: object, key: string, url = world.url) =>
    sendRequest(`${url}/v1/render/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(options),
    })

  test('apply to a synchronous render and show in its debug output', async () => {
    const key = keyWith({ width: 500, height: 400, response_type: 'jsondebug', authorization: 'sesame' })
    const { status, body } = await post('sync', { html: 'x', height: 300 }, key)
    expect([status, body.width, body.height]).toEqual([200, 500, 300])
    expect(body.debug.options).toMatchObject({ width: 500, height: 300 })
    expect(JSON.stringify(body)).not.toContain('sesame')
  })

  test('apply to an asynchronous render and to each render of a batch', async () => {
    const key = keyWith({ width: 500 })
    const single = await post('async', { html: 'x' }, key)
    expect(await untilEnded(world, single.body.renderId)).toMatchObject({ width: 500 })
    const batch = await post('batch', { renders: [{ html: 'x' }, { html: 'x', width: 600 }] }, key)
    const ids: string[] = batch.body.renders.map(({ renderId }: { renderId: string }) => renderId)
    const ended = await Promise.all(ids.map((id) => untilEnded(world, id)))
    expect(ended.map(({ width }) => width)).toEqual([500, 600])
  })

  test('are named when they are invalid, in a batch with the render', async () => {
    const key = keyWith({ width: 99_999, webhook_url: 'http://inside.com' })
    const single = await post('sync', { html: 'x' }, key)
    expect([single.status, single.body.error.details]).toMatchObject([400, [{ option: 'width' }]])
    const batch = await post('batch', { renders: [{ html: 'x', width: 5 }] }, key)
    expect([batch.status, batch.body.error.details]).toMatchObject([
      400,
      [{ option: 'renders[0].webhook_url' }],
    ])
    expect(batch.body.error.message).toContain("In the project's defaults")
  })

  test('apply in every gateway soon after a change', async () => {
    await using another = await world.startAnother()
    const urls = [world.url, `http://127.0.0.1:${another.port}`]
    const key = keyWith({ width: 500 })
    const widths = () =>
      Promise.all(urls.map(async (url) => (await post('sync', { html: 'x' }, key, url)).body.width))
    expect(await widths()).toEqual([500, 500])
    world.management.changeAccount(key, {
      project: { id: 'project_2', enabled: true, defaults: { width: 700 } },
    })
    jest.advanceTimersByTime(5000)
    await until(async () => (await widths()).every((width) => width === 700))
  })
})
