import { afterEach, describe, expect, test } from '@jest/globals'
import { setTimeout as sleep } from 'node:timers/promises'
import { descendantsOf } from '@render/testkit'
import type { EngineSettings } from '../src/index.ts'
import { page, startTestEngine, type TestEngine } from './test-engine.ts'

let engine: TestEngine
afterEach(async () => {
  await engine[Symbol.asyncDispose]()
})

/** Starts an engine in which a render is pausing, and finds the browser it is in. */
async function pausing(settings?: Partial<EngineSettings>, delay = 30_000) {
  engine = await startTestEngine(settings)
  const [browser] = engine.browsers()
  const rendering = engine.make({ html: 'x', delay })
  rendering.catch(() => undefined)
  // The spare that follows is started once the first browser was taken.
  while (engine.browsers().length < 2) await sleep(20)
  await sleep(500)
  return { browser: browser!, rendering }
}

const nextIsFine = async (): Promise<void> => expect((await engine.make({ html: 'x' })).width).toBe(1280)

describe('a render dies with', () => {
  test('X05 the process of its page', async () => {
    const { browser, rendering } = await pausing()
    const renderers = descendantsOf(browser).filter(({ command }) => command.includes('--type=renderer'))
    expect(renderers.length).toBeGreaterThan(0)
    for (const { pid } of renderers) process.kill(pid, 'SIGKILL')
    await expect(rendering).rejects.toMatchObject({ name: 'BrowserDied', reason: 'renderer' })
    expect(engine.browsers()).toContain(browser)
    // The page kept ready for the next render was killed too.
    await sleep(300)
    await nextIsFine()
  })

  test('X07 its browser, and so do all others inside', async () => {
    const { browser, rendering } = await pausing()
    const neighbour = engine.make({ html: 'y', delay: 30_000 })
    neighbour.catch(() => undefined)
    await sleep(500)
    process.kill(browser, 'SIGKILL')
    await expect(rendering).rejects.toMatchObject({ name: 'BrowserDied', reason: 'crash' })
    await expect(neighbour).rejects.toMatchObject({ name: 'BrowserDied', reason: 'crash' })
    await nextIsFine()
    expect(descendantsOf(process.pid).map(({ pid }) => pid)).not.toContain(browser)
  })

  test('X07 a browser that stopped answering', async () => {
    const { browser, rendering } = await pausing()
    process.kill(browser, 'SIGSTOP')
    await expect(rendering).rejects.toMatchObject({ name: 'BrowserDied', reason: 'hang' })
    await nextIsFine()
  })

  test('X08 a browser that outgrew its memory', async () => {
    engine = await startTestEngine({ bytesPerRender: 400 * 1024 ** 2 })
    const script = `
      const kept = []
      setInterval(() => { for (let i = 0; i < 8; i++) kept.push(new Uint8Array(16 * 1024 ** 2).fill(1)) }, 100)`
    const greedy = engine.make({ html: page('', `<script>${script}</script>`), delay: 30_000 })
    await expect(greedy).rejects.toMatchObject({ name: 'BrowserDied', reason: 'memory' })
    await nextIsFine()
  })

  test('X06 the process of its page that stopped answering, when its time is up', async () => {
    const { browser, rendering } = await pausing({ attemptTimeoutMs: 6000 })
    for (const { pid, command } of descendantsOf(browser))
      if (command.includes('--type=renderer')) process.kill(pid, 'SIGSTOP')
    await expect(rendering).rejects.toMatchObject({ code: 'RenderTimeoutError' })
    await nextIsFine()
  })

  test('the engine', async () => {
    const { rendering } = await pausing()
    await engine[Symbol.asyncDispose]()
    await expect(rendering).rejects.toMatchObject({ name: 'BrowserDied', reason: 'disposed' })
  })
})

test('X09 a render outlives the process that draws', async () => {
  const { browser, rendering } = await pausing(undefined, 2000)
  const drawing = descendantsOf(browser).filter(({ command }) => command.includes('--type=gpu-process'))
  expect(drawing.length).toBeGreaterThan(0)
  for (const { pid } of drawing) process.kill(pid, 'SIGKILL')
  expect((await rendering).width).toBe(1280)
})

test('a crashed process that nobody was in is not noticed by the next render', async () => {
  engine = await startTestEngine()
  await nextIsFine()
  await sleep(500)
  for (const { pid, command } of descendantsOf(process.pid))
    if (command.includes('--type=renderer')) process.kill(pid, 'SIGKILL')
  await sleep(200)
  await nextIsFine()
})
