// Files that only one answer has. A stand-in for the worker makes them.
import { beforeEach, describe, expect, test } from '@jest/globals'
import { setTimeout as sleep } from 'node:timers/promises'
import { signLink, until, type ApiResponse } from '@render/testkit'
import { commitRecords } from './support/commit-records.ts'
import { startSweeper } from './support/start-sweeper.ts'
import { untilEnded } from './support/until-ended.ts'
import { useWorld } from './support/use-world.ts'
import { waitingIn } from './support/waiting.ts'

const path = '/v1/render/sync'
const options = { html: 'x', no_upload: true, response_type: 'binary' }

describe('no_upload', () => {
  const world = useWorld()
  /** Keys of the files that were made. */
  let keys: string[]
  let copies: unknown[]

  beforeEach(() => {
    keys = []
    copies = []
    world.work.render = async (job) => {
      const { artefact, ...outcome } = await world.succeed(job)
      keys.push(artefact.key)
      copies.push(job.data.upload)
      return {
        ...outcome,
        artefact: { sizeBytes: artefact.sizeBytes },
        answerKey: artefact.key,
        isAnsweredOnce: true,
      }
    }
  })

  const textOf = ({ body }: ApiResponse) => new TextDecoder().decode(body)
  const untilGone = () => until(async () => (await world.store.find(keys.at(-1)!)) === undefined)

  test('A-PRE-7: answers with the bytes, after which the file is gone; nothing has its address', async () => {
    await using _ = startSweeper(world)
    const answer = await world.post(path, options)
    expect([answer.status, textOf(answer), copies]).toEqual([200, 'the picture', [{ copy: 'once' }]])
    await untilGone()
    const id = answer.headers.get('x-service-render-id')!
    const record = await untilEnded(world, id)
    expect(record).toMatchObject({ status: 'succeeded', size: 11 })
    await using _records = await commitRecords(world, [id])
    const later = await world.ask(`/v1/render/${id}`)
    for (const text of [
      JSON.stringify(record),
      JSON.stringify(later.body),
      JSON.stringify([...answer.headers]),
    ])
      expect(text).not.toMatch(/renderUrl|\/renders\//)
  })

  test('gives the bytes to who continues to wait; a request for their length deletes nothing', async () => {
    await using _ = startSweeper(world)
    const held = Promise.withResolvers<void>()
    const { render } = world.work
    world.work.render = async (job, signal) => {
      await held.promise
      return render(job, signal)
    }
    const first = await world.post(path, { ...options, redirect_after: 1 })
    expect(first.status).toBe(307)
    const continuing = world.ask(new URL(first.body.redirectUrl).pathname, { method: 'HEAD' })
    await waitingIn(world, 1)
    held.resolve()
    expect((await continuing).headers.get('content-length')).toBe('11')
    expect(textOf(await world.ask(new URL(first.body.redirectUrl).pathname))).toBe('the picture')
    await untilGone()
    const late = await world.ask(new URL(first.body.redirectUrl).pathname)
    expect([late.status, late.body.error.code]).toEqual([404, 'NotFound'])
  })

  test('keeps the bytes for who asks again when they could not be read', async () => {
    const held = Promise.withResolvers<void>()
    const { render } = world.work
    world.work.render = async (job, signal) => {
      await held.promise
      const outcome = await render(job, signal)
      await world.store.remove(keys[0]!)
      return outcome
    }
    const first = await world.post(path, { ...options, redirect_after: 1 })
    const address = new URL(first.body.redirectUrl).pathname
    held.resolve()
    expect((await world.ask(address)).status).toBeGreaterThanOrEqual(400)
    await world.store.write(keys[0]!, { bytes: Buffer.from('the picture') }, { contentType: 'image/png' })
    await using _ = startSweeper(world)
    // A deletion that was queued would be carried out within this time.
    await sleep(500)
    expect(textOf(await world.ask(address))).toBe('the picture')
    await untilGone()
  })

  test('of a link makes one render each time, and nobody keeps its file', async () => {
    await using _ = startSweeper(world)
    const keysOfLinks = world.management.addLinkKeys({ project: { id: 'project_of_links', enabled: true } })
    for (let time = 1; time <= 2; time++) {
      const answer = await world.ask(signLink(keysOfLinks, { html: 'x', no_upload: 'true' }))
      expect([answer.status, textOf(answer), answer.headers.get('cache-control')]).toEqual([
        200,
        'the picture',
        'no-store',
      ])
      expect(answer.headers.get('x-service-cache-status')).toBe('MISS')
      expect(keys).toHaveLength(time)
      await untilGone()
    }
  })

  test.each([
    ['json', path, {}],
    ['none', path, {}],
    ['binary', '/v1/render/async', {}],
    ['binary', path, { webhook_url: 'http://127.0.1.1:8000/' }],
  ])('A-PRE-8: is refused with %s at %s, %j', async (response_type, at, more) => {
    const { status, body } = await world.post(at, { ...options, response_type, ...more })
    expect([status, body.error.code, body.error.details[0].option]).toEqual([
      400,
      'InvalidOptions',
      'no_upload',
    ])
    expect(keys).toEqual([])
  })

  test('A-PRE-8: is refused in a batch', async () => {
    const { status, body } = await world.post('/v1/render/batch', { renders: [options] })
    expect([status, body.error.details[0].option]).toEqual([400, 'renders[0].no_upload'])
  })
})
