import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { setTimeout as sleep } from 'node:timers/promises'
import type { GivenOptions } from '@render/options'
import { descendantsOf, readPicture, signal, until, type RunningProcess } from '@render/testkit'
import type { EngineSettings } from '../src/index.ts'
import { page, startTestEngine, type RenderedPicture, type TestEngine } from './test-engine.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await startTestEngine({ bytesPerRender: 400 * 1024 ** 2 })
  // Takes the browser that the engine starts with: each of the others is started for a render.
  await engine.make({ html: 'x' }, { organisation: 'first' })
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
})

/** The organisation of a test: no render of an earlier test was in its browsers. */
let organisation = ''
let organisations = 0
beforeEach(() => {
  organisation = `test-${++organisations}`
})

/** Starts a pausing render and returns the process id of its browser. */
async function pausing(options: GivenOptions = {}) {
  const before = engine.browsers()
  const { rendering } = await engine.pausing({ html: 'x', ...options }, { organisation })
  return { browser: engine.browsers().find((pid) => !before.includes(pid))!, rendering }
}

/** Starts an engine with a spare browser and a pausing render, and returns the process id of that render's browser. */
async function pausingApart(settings?: Partial<EngineSettings>) {
  const own = await startTestEngine({ keepsSpare: true, ...settings })
  const [browser] = own.browsers()
  const { rendering } = await own.pausing({ html: 'x' }, { organisation })
  // The engine starts a spare browser once the first one is leased.
  await until(() => own.browsers().length === 2)
  return { own, browser: browser!, rendering }
}

const renderersOf = (processes: RunningProcess[]): RunningProcess[] =>
  processes.filter(({ command }) => command.includes('--type=renderer'))

/** Kills the renderer processes of an engine until it has noticed, and has closed the tabs that were open. */
async function killRenderers(own: TestEngine): Promise<void> {
  const { tunnels } = own
  await until(() => tunnels.size > 0)
  const open = [...tunnels]
  await until(() => {
    for (const { pid } of renderersOf(descendantsOf(...own.browsers()))) signal(pid, 'SIGKILL')
    return !open.some((tunnel) => tunnels.has(tunnel))
  })
}

const GREEN = page('body { background: #0f0 }')

async function expectGreen({ body }: RenderedPicture): Promise<void> {
  expect((await readPicture(body)).at(600, 500)).toBe('#00ff00')
}

const expectNextRender = async (on = engine): Promise<void> =>
  expectGreen(await on.make({ html: GREEN }, { organisation }))

describe('a render fails when', () => {
  test('X05 the renderer process of its page crashes, and the next one succeeds, also after an unused one crashes', async () => {
    const { own, browser, rendering } = await pausingApart()
    await using _ = own
    const failed = expect(rendering).rejects.toMatchObject({
      name: 'BrowserCrashed',
      reason: 'renderer',
      wasSolo: true,
    })
    // This also kills the pages that are ready for the next renders.
    await killRenderers(own)
    await failed
    expect(own.browsers()).toContain(browser)
    await expectNextRender(own)

    await sleep(500)
    await killRenderers(own)
    await expectNextRender(own)
  })

  test('X07 its browser crashes, as do all renders in that browser', async () => {
    const { browser, rendering } = await pausing()
    const { rendering: neighbour } = await engine.pausing({ html: 'y' }, { organisation })
    process.kill(browser, 'SIGKILL')
    await expect(rendering).rejects.toMatchObject({ name: 'BrowserCrashed', reason: 'crash', wasSolo: false })
    await expect(neighbour).rejects.toMatchObject({ name: 'BrowserCrashed', reason: 'crash', wasSolo: false })
    await expectNextRender()
    expect(descendantsOf(process.pid).map(({ pid }) => pid)).not.toContain(browser)
  })

  test('X07 its browser stops responding', async () => {
    const { browser, rendering } = await pausing()
    process.kill(browser, 'SIGSTOP')
    await expect(rendering).rejects.toMatchObject({ name: 'BrowserCrashed', reason: 'hang' })
    await expectNextRender()
  })

  test('X08 its browser exceeds the memory limit', async () => {
    const script = `
      const kept = []
      setInterval(() => { for (let i = 0; i < 8; i++) kept.push(new Uint8Array(16 * 1024 ** 2).fill(1)) }, 100)`
    const html = page('', `<script>${script}</script>`)
    const greedy = engine.make({ html, delay: 60_000 }, { organisation })
    await expect(greedy).rejects.toMatchObject({ name: 'BrowserCrashed', reason: 'memory' })
    await expectNextRender()
  })

  test('X06 the renderer process of its page hangs until the deadline, or its engine is disposed', async () => {
    const { own, browser, rendering } = await pausingApart({ attemptTimeoutMs: 12_000 })
    await using _ = own
    for (const { pid } of renderersOf(descendantsOf(browser))) process.kill(pid, 'SIGSTOP')
    await expect(rendering).rejects.toMatchObject({ code: 'RenderTimeoutError' })
    await expectNextRender(own)

    const { rendering: last } = await own.pausing({ html: 'x' }, { organisation })
    await own[Symbol.asyncDispose]()
    await expect(last).rejects.toMatchObject({ name: 'BrowserCrashed', reason: 'disposed' })
  })
})

test('X09 a render survives a crash of the GPU process', async () => {
  const { browser, rendering } = await pausing({ html: GREEN, delay: 3000 })
  const drawing = descendantsOf(browser).filter(({ command }) => command.includes('--type=gpu-process'))
  expect(drawing.length).toBeGreaterThan(0)
  for (const { pid } of drawing) process.kill(pid, 'SIGKILL')
  await expectGreen(await rendering)
})
