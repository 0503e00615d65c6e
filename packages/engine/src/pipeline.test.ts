import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { resolveOptions } from '@render/options'
import { startLimits, type Limits } from './limits.ts'
import { runPipeline } from './pipeline.ts'
import { stage, type Phase } from './stage.ts'
import { defaultPageLimits } from './page-limits.ts'
import { defaultBounds } from './picture-limits.ts'
import { startWork } from './work.ts'

const options = resolveOptions({ url: 'http://a.test' })
const never = new Promise<void>(() => undefined)

const begun: Limits[] = []
afterEach(() => {
  jest.useRealTimers()
  for (const limits of begun.splice(0)) limits[Symbol.dispose]()
})

function begin(timeoutMs = 60_000, signal = new AbortController().signal) {
  const limits = startLimits(timeoutMs, signal)
  begun.push(limits)
  const work = startWork({
    signal: limits.signal,
    captures: { run: (_, task) => task() },
    bounds: defaultBounds,
    pageLimits: defaultPageLimits,
    http: { download: () => Promise.reject(new Error('no network')) },
    rasteriser: { drawPdf: () => Promise.reject(new Error('no program')) },
    serviceMark: '',
    uplinks: { services: {}, vantagePoints: {} },
    openTab: () => Promise.reject(new Error('no browser')),
  })
  return { limits, work }
}

const named = (name: string, phase: Phase, run: () => void | Promise<void> = () => undefined) =>
  stage({ name, phase, run })

/** A timer may fire at once when the loop comes late to it. */
async function takeOneMs(): Promise<void> {
  const end = performance.now() + 1
  while (performance.now() < end) await new Promise(setImmediate)
}

describe('a pipeline', () => {
  test('runs its stages by phase, then in the order of the list, and tells how long each took', async () => {
    const { limits, work } = begin()
    const order = ['transform', 'context', 'capture', 'context', 'hooks'] as const
    const stages = order.map((phase, index) => named(`${phase} ${index}`, phase, takeOneMs))
    const begun: string[] = []
    const trace = await runPipeline(stages, work, options, limits, (name) => begun.push(name))
    const inOrder = ['context 1', 'context 3', 'hooks 4', 'capture 2', 'transform 0']
    expect(trace.map((line) => line.stage)).toEqual(inOrder)
    expect(begun).toEqual(inOrder)
    for (const { ms } of trace) expect(ms).toBeGreaterThan(0)
  })

  test('tells nothing of stages that take no time', async () => {
    jest.useFakeTimers()
    const { limits, work } = begin()
    const begun: string[] = []
    const trace = await runPipeline([named('idle', 'hooks')], work, options, limits, (name) =>
      begun.push(name),
    )
    expect([trace, begun]).toEqual([[], []])
  })

  test('tells what its stages note', async () => {
    const { limits, work } = begin()
    const waiting = stage({
      name: 'waiting',
      phase: 'prepare',
      run: () => Promise.resolve({ waitedFor: ['fonts'] }),
    })
    const trace = await runPipeline([waiting], work, options, limits)
    expect(trace).toEqual([{ stage: 'waiting', ms: expect.any(Number), waitedFor: ['fonts'] }])
  })

  test('ends with what a stage throws, and runs none after it', async () => {
    const { limits, work } = begin()
    let ran = false
    const stages = [
      named('bad', 'hooks', () => Promise.reject(new Error('bad'))),
      named('next', 'hooks', () => void (ran = true)),
    ]
    await expect(runPipeline(stages, work, options, limits)).rejects.toThrow('bad')
    expect(ran).toBe(false)
  })

  test('does not wait for a stage beyond the deadline', async () => {
    const { limits, work } = begin(20)
    const running = runPipeline([named('stuck', 'hooks', () => never)], work, options, limits)
    await expect(running).rejects.toMatchObject({ code: 'RenderTimeoutError' })
    expect(work.signal.aborted).toBe(true)
  })

  test('does not wait for a stage when it is cancelled', async () => {
    const cancel = new AbortController()
    const { limits, work } = begin(60_000, cancel.signal)
    const running = runPipeline([named('stuck', 'hooks', () => never)], work, options, limits)
    cancel.abort()
    await expect(running).rejects.toMatchObject({ code: 'RenderCancelledError' })
  })

  test('tells a canceller by its own reason', async () => {
    const cancel = new AbortController()
    const { limits, work } = begin(60_000, cancel.signal)
    cancel.abort(new RenderError('RenderTimeoutError'))
    const running = runPipeline([named('stuck', 'hooks', () => never)], work, options, limits)
    await expect(running).rejects.toMatchObject({ code: 'RenderTimeoutError' })
  })

  test('checks its limits after a stage that never gave way to others', async () => {
    const { limits, work } = begin()
    let ran = false
    const stages = [
      named('dies', 'hooks', () => limits.fail(new Error('the browser died'))),
      named('next', 'hooks', () => void (ran = true)),
    ]
    await expect(runPipeline(stages, work, options, limits)).rejects.toThrow('the browser died')
    expect(ran).toBe(false)
  })
})

test('limits that are over fail no more', () => {
  const { limits } = begin()
  limits[Symbol.dispose]()
  limits.fail(new Error('late'))
  expect(limits.signal.reason).not.toMatchObject({ message: 'late' })
})
