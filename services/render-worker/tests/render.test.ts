import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createSweepScheduler, type RenderJob } from '@render/jobs'
import { startEgressProxy } from '@render/net'
import { makeArtefactKey } from '@render/storage'
import { readPicture, startOrigin, until, type Origin } from '@render/testkit'
import { createSeal, makeSealingKeys } from '@render/vault'
import { startTestQueue, type TestQueue } from './test-queue.ts'
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts'

let queue: TestQueue
let worker: WorkerProcess
let origin: Origin

beforeAll(async () => {
  queue = await startTestQueue()
  origin = await startOrigin()
  worker = await startWorkerProcess(queue)
})

afterAll(async () => {
  await worker[Symbol.asyncDispose]()
  await origin[Symbol.asyncDispose]()
  await queue[Symbol.asyncDispose]()
})

describe('a render', () => {
  test('stores a picture and returns an outcome that describes it', async () => {
    const before = Date.now()
    const id = await queue.submit({
      html: '<body style="margin:0;background:#0000ff">',
      width: 320,
      height: 200,
    })
    const outcome = await queue.succeeded(id)
    const file = readFileSync(`${queue.artefacts}/${outcome.artefact.key}`)
    expect(outcome).toEqual({
      artefact: {
        key: expect.stringMatching(/^\d{4}\/\d\d\/\d\d\/[\w-]{22}\.png$/),
        contentType: 'image/png',
        sizeBytes: file.length,
        sha256: createHash('sha256').update(file).digest('hex'),
      },
      width: 320,
      height: 200,
      bandwidthBytes: expect.any(Number),
      renderTimeMs: expect.any(Number),
      queueTimeMs: expect.any(Number),
      startedAt: expect.any(Number),
      endedAt: expect.any(Number),
      attempts: 1,
      renderedBy: hostname(),
      warnings: ['from the gateway'],
      engine: {
        version: 'stable',
        browserVersion: expect.stringMatching(/^\d+\./),
        stages: expect.arrayContaining([{ stage: 'take-picture', ms: expect.any(Number) }]),
      },
    })
    const { startedAt, endedAt, queueTimeMs, renderTimeMs } = outcome
    expect(startedAt).toBeGreaterThanOrEqual(before + queueTimeMs - 1)
    expect(endedAt).toBeGreaterThanOrEqual(startedAt)
    expect(renderTimeMs).toBeGreaterThan(0)
    const picture = await readPicture(file)
    expect([picture.width, picture.height, picture.at(160, 100)]).toEqual([320, 200, '#0000ff'])
  })

  test('of a URL keeps the URL sealed and returns the status of the response', async () => {
    const id = await queue.submit({ url: `${origin.url}/redirect?token=hidden-query` })
    expect(JSON.stringify(await queue.redis.hgetall(`bull:renders:${id}`))).not.toContain('hidden-query')
    const outcome = await queue.succeeded(id)
    expect(outcome.response).toEqual({ statusCode: 200, statusCodeInitial: 302 })
    expect(outcome.bandwidthBytes).toBeGreaterThan(0)
  })

  test("fails with the engine's code and message", async () => {
    const id = await queue.submit({ url: `${origin.url}/reset` })
    expect(await queue.ended(id)).toMatchObject({
      status: 'failed',
      error: { code: 'NavigationError', message: expect.any(String) },
    })
  })

  test('sealed with an unknown key fails with EngineResponseNotOkError', async () => {
    const { publicKey } = await makeSealingKeys()
    const id = await queue.submit({}, { sealedOptions: createSeal(publicKey)({ url: origin.url }) })
    expect(await queue.ended(id)).toMatchObject({ error: { code: 'EngineResponseNotOkError' } })
  })

  test('with the sealed options of another render fails with EngineResponseNotOkError', async () => {
    const first = await queue.submit({ html: 'secret' })
    const { sealedOptions } = JSON.parse(
      (await queue.redis.hget(`bull:renders:${first}`, 'data'))!,
    ) as RenderJob
    const id = await queue.submit({}, { sealedOptions: sealedOptions! })
    expect(await queue.ended(id)).toMatchObject({ error: { code: 'EngineResponseNotOkError' } })
  })
})

describe('logs, metrics and readiness of a worker', () => {
  test('log ids and timings, and nothing of the page or its URL', async () => {
    const good = await queue.submit({ html: '<p>hidden-markup' })
    const bad = await queue.submit({ url: `${origin.url}/reset?token=hidden-query` })
    const unanswered = await queue.submit({
      html: '<p>hidden-markup',
      use_llm: true,
      llm_prompt: 'hidden-question',
      llm_provider: 'openai',
      llm_base_url: `${origin.url}/missing`,
      llm_model: 'a-model',
    })
    for (const id of [good, bad, unanswered]) await queue.ended(id)
    const lineOf = (id: string) =>
      until(() =>
        worker.log
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as Record<string, unknown>)
          .find(({ renderId, msg }) => renderId === id && msg !== undefined),
      )
    const rendered = await lineOf(good)
    expect(rendered).toMatchObject({
      msg: 'rendered',
      requestId: `req-of-${good}`,
      projectId: 'prj_1',
      format: 'png',
      queueMs: expect.any(Number),
      renderMs: expect.any(Number),
      stages: expect.any(Object),
    })
    expect(Object.keys(rendered.stages as object).length).toBeGreaterThan(3)
    expect(rendered).not.toHaveProperty('modelError')
    expect(await lineOf(bad)).toMatchObject({ msg: 'render failed', code: 'NavigationError' })
    expect(await lineOf(unanswered)).toMatchObject({
      msg: 'rendered',
      modelError: expect.stringContaining('provider'),
    })
    expect(worker.log).not.toMatch(/hidden-|"kty"|"d":/)
  })

  test('count renders by result, and time their stages', async () => {
    const metrics = await until(async () => {
      const text = await worker.ask('metrics')
      return /renders_under_way\{[^}]*\} 0/.test(text) && text
    })
    expect(metrics).toMatch(/renders_total\{[^}]*result="succeeded"[^}]*\} [1-9]/)
    expect(metrics).toMatch(/renders_total\{[^}]*result="NavigationError"[^}]*\} [1-9]/)
    expect(metrics).toMatch(/render_stage_seconds_count\{[^}]*stage="[a-z-]+"[^}]*\} [1-9]/)
    expect(metrics).toMatch(/render_slots\{[^}]*\} 6/)
  })

  test('report ready with queue and browser, in a network namespace where the machine allows one', async () => {
    const isAllowed = await startEgressProxy({ allow: [], namespace: { path: process.env.PATH } }).then(
      (proxy) => proxy[Symbol.asyncDispose]().then(() => true),
      () => false,
    )
    expect(JSON.parse(await worker.ask('ready'))).toEqual({
      status: 'ready',
      parts: { redis: true, browser: true, 'egress proxy': true, 'taking jobs': true },
      facts: { 'network namespace': isAllowed ? 'on' : 'off' },
    })
    expect(await worker.ask('metrics')).toMatch(
      new RegExp(`^network_namespace\\b.* ${Number(isAllowed)}$`, 'm'),
    )
    expect(await worker.ask('health')).toBe('{"status":"ok"}')
  })
})

describe('a sweep', () => {
  test('deletes the named files of a render, and no others', async () => {
    const [gone, stays] = [makeArtefactKey('png'), makeArtefactKey('png')]
    const pathOf = (key: string) => `${queue.artefacts}/${key}`
    for (const key of [gone, stays]) {
      await mkdir(dirname(pathOf(key)), { recursive: true })
      await writeFile(pathOf(key), 'picture')
    }
    await using sweeps = createSweepScheduler(queue.redis)
    await sweeps.deleteFiles('a-render', [gone])
    await until(() => !existsSync(pathOf(gone)))
    expect(existsSync(pathOf(stays))).toBe(true)
  })

  test('deletes the days before a day, but none younger than ARTEFACT_DAYS', async () => {
    const artefact = async (day: Date) => {
      const folder = `${queue.artefacts}/${day.toISOString().slice(0, 10).replaceAll('-', '/')}`
      await mkdir(folder, { recursive: true })
      await writeFile(`${folder}/aaaaaaaaaaaaaaaaaaaaaa.png`, '')
      return `${folder}/aaaaaaaaaaaaaaaaaaaaaa.png`
    }
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    const old = await artefact(daysAgo(40))
    const young = await artefact(daysAgo(20))
    const sweeps = createSweepScheduler(queue.redis)
    await sweeps.schedule(daysAgo(10).toISOString().slice(0, 10))
    await until(() => !existsSync(old))
    await until(() => worker.log.includes('artefacts swept'))
    expect(existsSync(young)).toBe(true)
    await sweeps[Symbol.asyncDispose]()
  })
})
