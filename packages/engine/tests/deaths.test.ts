import { afterEach, describe, expect, test } from '@jest/globals'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { GivenOptions } from '@render/options'
import { descendantsOf, until } from '@render/testkit'
import type { EngineSettings } from '../src/index.ts'
import { page, startTestEngine, type TestEngine } from './test-engine.ts'

let engine: TestEngine
afterEach(async () => {
  await engine[Symbol.asyncDispose]()
})

/** Starts an engine in which a render is pausing, and finds the browser it is in. */
async function pausing(settings?: Partial<EngineSettings>, options: GivenOptions = {}) {
  engine = await startTestEngine(settings)
  const [browser] = engine.browsers()
  const { rendering } = await engine.pausing({ html: 'x', ...options })
  // The spare that follows is started once the first browser was taken.
  await until(() => engine.browsers().length === 2)
  return { browser: browser!, rendering }
}

/** Kills the processes of pages below another one, and waits until their browser has seen it. */
async function killRenderers(ancestor: number): Promise<void> {
  const killed = await until(() => {
    const renderers = descendantsOf(ancestor).filter(({ command }) => command.includes('--type=renderer'))
    return renderers.length > 0 ? renderers : undefined
  })
  for (const { pid } of killed) process.kill(pid, 'SIGKILL')
  await until(() => killed.every(({ pid }) => !existsSync(`/proc/${pid}`)))
  await sleep(300)
}

const nextIsFine = async (): Promise<void> => expect((await engine.make({ html: 'x' })).width).toBe(1280)

describe('a render dies with', () => {
  test('X05 the process of its page', async () => {
    const { browser, rendering } = await pausing()
    const died = expect(rendering).rejects.toMatchObject({ name: 'BrowserDied', reason: 'renderer' })
    // The page kept ready for the next render is killed too.
    await killRenderers(browser)
    await died
    expect(engine.browsers()).toContain(browser)
    await nextIsFine()
  })

  test('X07 its browser, and so do all others inside', async () => {
    const { browser, rendering } = await pausing()
    const { rendering: neighbour } = await engine.pausing({ html: 'y' })
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
    const greedy = engine.make({ html: page('', `<script>${script}</script>`), delay: 60_000 })
    await expect(greedy).rejects.toMatchObject({ name: 'BrowserDied', reason: 'memory' })
    await nextIsFine()
  })

  test('X06 the process of its page that stopped answering, when its time is up', async () => {
    const { browser, rendering } = await pausing({ attemptTimeoutMs: 10_000 })
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
  const { browser, rendering } = await pausing(undefined, { delay: 3000 })
  const drawing = descendantsOf(browser).filter(({ command }) => command.includes('--type=gpu-process'))
  expect(drawing.length).toBeGreaterThan(0)
  for (const { pid } of drawing) process.kill(pid, 'SIGKILL')
  expect((await rendering).width).toBe(1280)
})

test('a crashed process that nobody was in is not noticed by the next render', async () => {
  engine = await startTestEngine()
  await nextIsFine()
  await sleep(500)
  await killRenderers(process.pid)
  await nextIsFine()
})
