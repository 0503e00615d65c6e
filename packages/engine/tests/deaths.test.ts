import { afterEach, describe, expect, test } from '@jest/globals'
import { setTimeout as sleep } from 'node:timers/promises'
import type { GivenOptions } from '@render/options'
import { descendantsOf, readPicture, signal, until } from '@render/testkit'
import type { EngineSettings } from '../src/index.ts'
import { ownProcesses } from './own-processes.ts'
import { page, startTestEngine, type RenderedPicture, type TestEngine } from './test-engine.ts'

let engine: TestEngine
afterEach(async () => {
  await engine[Symbol.asyncDispose]()
})

/** Starts an engine with a pausing render and returns the process id of that render's browser. */
async function pausing(settings?: Partial<EngineSettings>, options: GivenOptions = {}) {
  engine = await startTestEngine({ keepsSpare: true, ...settings })
  const [browser] = engine.browsers()
  const { rendering } = await engine.pausing({ html: 'x', ...options })
  // The engine starts a spare browser once the first one is leased.
  await until(() => engine.browsers().length === 2)
  return { browser: browser!, rendering }
}

/** Kills the renderer processes of this file's browsers until the engine has noticed, and has closed the tabs that were open. */
async function killRenderers(): Promise<void> {
  await until(() => engine.tunnels.size > 0)
  const open = [...engine.tunnels]
  await until(() => {
    for (const { pid, command } of ownProcesses())
      if (command.includes('--type=renderer')) signal(pid, 'SIGKILL')
    return !open.some((tunnel) => engine.tunnels.has(tunnel))
  })
}

const GREEN = page('body { background: #0f0 }')

async function expectGreen({ body }: RenderedPicture): Promise<void> {
  expect((await readPicture(body)).at(600, 500)).toBe('#00ff00')
}

const expectNextRender = async (): Promise<void> => expectGreen(await engine.make({ html: GREEN }))

describe('a render fails when', () => {
  test('X05 the renderer process of its page dies', async () => {
    const { browser, rendering } = await pausing()
    const died = expect(rendering).rejects.toMatchObject({
      name: 'BrowserDied',
      reason: 'renderer',
      wasSolo: true,
    })
    // This also kills the pages that are ready for the next renders.
    await killRenderers()
    await died
    expect(engine.browsers()).toContain(browser)
    await expectNextRender()
  })

  test('X07 its browser dies, as do all renders in that browser', async () => {
    const { browser, rendering } = await pausing()
    const { rendering: neighbour } = await engine.pausing({ html: 'y' })
    process.kill(browser, 'SIGKILL')
    await expect(rendering).rejects.toMatchObject({ name: 'BrowserDied', reason: 'crash', wasSolo: false })
    await expect(neighbour).rejects.toMatchObject({ name: 'BrowserDied', reason: 'crash', wasSolo: false })
    await expectNextRender()
    expect(descendantsOf(process.pid).map(({ pid }) => pid)).not.toContain(browser)
  })

  test('X07 its browser stops responding', async () => {
    const { browser, rendering } = await pausing()
    process.kill(browser, 'SIGSTOP')
    await expect(rendering).rejects.toMatchObject({ name: 'BrowserDied', reason: 'hang' })
    await expectNextRender()
  })

  test('X08 its browser exceeds the memory limit', async () => {
    engine = await startTestEngine({ keepsSpare: true, bytesPerRender: 400 * 1024 ** 2 })
    const script = `
      const kept = []
      setInterval(() => { for (let i = 0; i < 8; i++) kept.push(new Uint8Array(16 * 1024 ** 2).fill(1)) }, 100)`
    const greedy = engine.make({ html: page('', `<script>${script}</script>`), delay: 60_000 })
    await expect(greedy).rejects.toMatchObject({ name: 'BrowserDied', reason: 'memory' })
    await expectNextRender()
  })

  test('X06 the renderer process of its page hangs until the deadline', async () => {
    const { browser, rendering } = await pausing({ attemptTimeoutMs: 12_000 })
    for (const { pid, command } of descendantsOf(browser))
      if (command.includes('--type=renderer')) process.kill(pid, 'SIGSTOP')
    await expect(rendering).rejects.toMatchObject({ code: 'RenderTimeoutError' })
    await expectNextRender()
  })

  test('the engine is disposed', async () => {
    const { rendering } = await pausing()
    await engine[Symbol.asyncDispose]()
    await expect(rendering).rejects.toMatchObject({ name: 'BrowserDied', reason: 'disposed' })
  })
})

test('X09 a render survives the death of the GPU process', async () => {
  const { browser, rendering } = await pausing(undefined, { html: GREEN, delay: 3000 })
  const drawing = descendantsOf(browser).filter(({ command }) => command.includes('--type=gpu-process'))
  expect(drawing.length).toBeGreaterThan(0)
  for (const { pid } of drawing) process.kill(pid, 'SIGKILL')
  await expectGreen(await rendering)
})

test('the next render succeeds after an unused renderer process has crashed', async () => {
  engine = await startTestEngine({ keepsSpare: true })
  await expectNextRender()
  await sleep(500)
  await killRenderers()
  await expectNextRender()
})
