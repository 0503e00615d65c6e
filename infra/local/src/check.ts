// `npm run check`: format, lint, types, unit tests and unused code, side by side.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { delimiter } from 'node:path'
import { describeOptions, type OptionState } from '@render/options'
import { checkout } from './checkout.ts'
import type { Counts } from './count-tests.ts'
import { runJest } from './run-jest.ts'

interface Result {
  ok: boolean
  output: string
  counts?: Counts
}

const SOURCES = ['packages', 'services', 'infra', 'jest.config.ts']

const STEPS: Record<string, () => Promise<Result>> = {
  format: () => run('oxfmt', '--check', '.'),
  // Without paths the linter would walk through node_modules as well.
  lint: () => run('oxlint', '--type-aware', ...SOURCES),
  types: () => run('tsc'),
  unused: () => run('knip'),
  unit,
}

const began = performance.now()
const results = await Promise.all(Object.entries(STEPS).map(([name, step]) => report(name, step)))
const failed = results.filter(({ ok }) => !ok).length
const tests = results.find(({ counts }) => counts)?.counts
console.log(`\nunit tests: ${tests?.passed} passed, ${tests?.failed} failed`)
console.log(
  `options: ${inState('works')} in effect, ${inState('accepted')} accepted, ${inState('planned')} planned`,
)
console.log(`checks: ${results.length - failed} passed, ${failed} failed, in ${seconds(began)}`)
process.exitCode = failed > 0 ? 1 : 0

function inState(state: OptionState): number {
  return describeOptions().filter((option) => option.state === state).length
}

async function report(name: string, step: () => Promise<Result>): Promise<Result> {
  const began = performance.now()
  const result = await step()
  console.log(`${result.ok ? 'PASS' : 'FAIL'}  ${name.padEnd(8)} ${seconds(began)}`)
  if (!result.ok) console.log(`${result.output.trim()}\n`)
  return result
}

/** Runs one of the project's tools, all of them under the project's own Node. */
async function run(tool: string, ...toolArguments: string[]): Promise<Result> {
  const tools = `${checkout}/node_modules/.bin`
  const child = spawn(`${tools}/${tool}`, toolArguments, {
    cwd: checkout,
    env: { ...process.env, PATH: `${tools}${delimiter}${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = collect(child)
  const [code] = (await once(child, 'close')) as [number | null]
  return { ok: code === 0, output: output.join('') }
}

async function unit(): Promise<Result> {
  let output: string[] = []
  const counts = await runJest('unit', ['--maxWorkers=100%'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    onSpawn: (child) => (output = collect(child)),
  })
  return { ok: counts.failed === 0, output: output.join(''), counts }
}

function collect(child: ChildProcess): string[] {
  const output: string[] = []
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  return output
}

function seconds(beganMs: number): string {
  return `${((performance.now() - beganMs) / 1000).toFixed(1)} s`
}
