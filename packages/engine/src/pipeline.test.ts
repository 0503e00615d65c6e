import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { resolveOptions, toRenderOptions } from '@render/options'
import { noScope } from '../tests/no-scope.ts'
import { startDeadline, type Deadline } from './deadline.ts'
import { again, createRunner, type Step } from './pipeline.ts'
import { stage, type Phase } from './stage.ts'
import { startPageContext, type PageContext } from './page-context.ts'

const options = toRenderOptions(resolveOptions({ url: 'http://a.test' }))
const never = new Promise<void>(() => undefined)

const begun: Deadline[] = []
afterEach(() => {
  jest.useRealTimers()
  for (const deadline of begun.splice(0)) deadline[Symbol.dispose]()
})

function begin(timeoutMs = 60_000, signal = new AbortController().signal) {
  const deadline = startDeadline(timeoutMs, signal)
  begun.push(deadline)
  const ctx = startPageContext({ ...noScope(), signal: deadline.signal })
  return { deadline, ctx }
}

async function runAll(
  steps: readonly Step<PageContext>[],
  { ctx, deadline }: ReturnType<typeof begin>,
  onStage?: (name: string) => void,
) {
  const { run, trace } = createRunner(options, deadline, onStage)
  await run(steps, ctx)
  return trace
}

const named = (name: string, phase: Phase, run: () => void | Promise<void> = () => undefined) =>
  stage({ name, phase, run })

/** Takes at least one millisecond. A timer does not guarantee that: it may fire at once when the event loop is late. */
async function takeOneMs(): Promise<void> {
  const end = performance.now() + 1
  while (performance.now() < end) await new Promise(setImmediate)
}

describe('a runner', () => {
  test('runs stages in the order of the list and traces how long each took', async () => {
    const names = ['first', 'second', 'third']
    const started: string[] = []
    const stages = names.map((name) => named(name, 'hooks', takeOneMs))
    const trace = await runAll(stages, begin(), (name) => started.push(name))
    expect(trace.map((line) => line.stage)).toEqual(names)
    expect(started).toEqual(names)
    for (const { ms } of trace) expect(ms).toBeGreaterThan(0)
  })

  test('repeats stages when their condition holds', async () => {
    const one = named('one', 'hooks', takeOneMs)
    const two = named('two', 'hooks', takeOneMs)
    const trace = await runAll([one, two, again([one], () => true), again([two], () => false)], begin())
    expect(trace.map((line) => line.stage)).toEqual(['one', 'two', 'one'])
  })

  test('does not report stages that take no time', async () => {
    jest.useFakeTimers()
    const started: string[] = []
    const trace = await runAll([named('idle', 'hooks')], begin(), (name) => started.push(name))
    expect([trace, started]).toEqual([[], []])
  })

  test('traces the notes of stages', async () => {
    const waiting = stage({
      name: 'waiting',
      phase: 'prepare',
      run: () => Promise.resolve({ waitedFor: ['fonts'] }),
    })
    const trace = await runAll([waiting], begin())
    expect(trace).toEqual([{ stage: 'waiting', ms: expect.any(Number), waitedFor: ['fonts'] }])
  })

  test('rejects with what a stage throws, and runs none after it', async () => {
    let ran = false
    const stages = [
      named('bad', 'hooks', () => Promise.reject(new Error('bad'))),
      named('next', 'hooks', () => void (ran = true)),
    ]
    await expect(runAll(stages, begin())).rejects.toThrow('bad')
    expect(ran).toBe(false)
  })

  test('does not wait for a stage beyond the deadline', async () => {
    const render = begin(20)
    const running = runAll([named('stuck', 'hooks', () => never)], render)
    await expect(running).rejects.toMatchObject({ code: 'RenderTimeoutError' })
    expect(render.ctx.signal.aborted).toBe(true)
  })

  test('does not wait for a stage when it is cancelled', async () => {
    const cancel = new AbortController()
    const running = runAll([named('stuck', 'hooks', () => never)], begin(60_000, cancel.signal))
    cancel.abort()
    await expect(running).rejects.toMatchObject({ code: 'RenderCancelledError' })
  })

  test('rejects with the reason of the cancellation if it is a RenderError', async () => {
    const cancel = new AbortController()
    const render = begin(60_000, cancel.signal)
    cancel.abort(new RenderError('RenderTimeoutError'))
    const running = runAll([named('stuck', 'hooks', () => never)], render)
    await expect(running).rejects.toMatchObject({ code: 'RenderTimeoutError' })
  })

  test('checks the deadline after a stage that never yields to the event loop', async () => {
    const render = begin()
    let ran = false
    const stages = [
      named('crashes', 'hooks', () => render.deadline.fail(new Error('the browser crashed'))),
      named('next', 'hooks', () => void (ran = true)),
    ]
    await expect(runAll(stages, render)).rejects.toThrow('the browser crashed')
    expect(ran).toBe(false)
  })
})

test('a disposed deadline ignores failures', () => {
  const { deadline } = begin()
  deadline[Symbol.dispose]()
  deadline.fail(new Error('late'))
  expect(deadline.signal.reason).not.toMatchObject({ message: 'late' })
})
