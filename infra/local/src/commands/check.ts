// `npm run check`: format, lint, types, unused code and unit tests, or only the steps that are named; `--fix` formats.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { delimiter } from 'node:path'
import { parseArgs } from 'node:util'
import { describeOptions, type OptionState } from '@render/options'
import { checkout } from '../state/checkout.ts'
import type { Counts } from '../test-run/count-tests.ts'
import { runJest } from '../test-run/run-jest.ts'
import { selectSteps } from './select-steps.ts'

interface Result {
  ok: boolean
  output: string
  counts?: Counts
}

interface Report extends Result {
  name: string
  seconds: number
}

const SOURCES = ['packages', 'services', 'infra', 'jest.config.ts']

/** All run side by side. Unit tests use one core and take longest on it, so the tools have a lower priority. */
const STEPS: Record<string, (settings: { fix: boolean }) => Promise<Result>> = {
  format: ({ fix }) => (fix ? run('oxfmt', '.') : run('oxfmt', '--check', '.')),
  // Without paths the linter would walk through node_modules as well.
  lint: () => run('oxlint', '--type-aware', ...SOURCES),
  types: () => run('tsc'),
  unused: () => run('knip', '--no-config-hints'),
  unit,
}

const { values, positionals } = parseArgs({
  options: { fix: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const names = selectSteps(Object.keys(STEPS), positionals)
if (names.length > 0) await check(names)
else process.exitCode = 1

async function check(names: string[]): Promise<void> {
  const began = performance.now()
  const reports = await Promise.all(names.map(report))

  const failed = reports.filter(({ ok }) => !ok).length
  const tests = reports.find(({ counts }) => counts)?.counts
  const slowest = reports.toSorted((a, b) => b.seconds - a.seconds)[0]
  if (tests) console.log(`\nunit tests: ${tests.passed} passed, ${tests.failed} failed`)
  console.log(`options: ${inState('works')} in effect, ${inState('accepted')} accepted`)
  if (slowest) console.log(`slowest: ${slowest.name}, ${slowest.seconds.toFixed(1)} s`)
  const total = secondsSince(began).toFixed(1)
  console.log(`checks: ${reports.length - failed} passed, ${failed} failed, in ${total} s`)
  process.exitCode = failed > 0 ? 1 : 0
}

function inState(state: OptionState): number {
  return describeOptions().filter((option) => option.state === state).length
}

async function report(name: string): Promise<Report> {
  const began = performance.now()
  const result = await STEPS[name]!({ fix: values.fix })
  const seconds = secondsSince(began)
  console.log(`${result.ok ? 'PASS' : 'FAIL'}  ${name.padEnd(8)} ${seconds.toFixed(1)} s`)
  if (!result.ok) console.log(`${result.output.trim()}\n`)
  return { ...result, name, seconds }
}

/** Runs a tool from node_modules under the project's Node. */
async function run(tool: string, ...toolArguments: string[]): Promise<Result> {
  const tools = `${checkout}/node_modules/.bin`
  const child = spawn('nice', [`${tools}/${tool}`, ...toolArguments], {
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
  const counts = await runJest(['unit'], ['--runInBand'], {
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

function secondsSince(beganMs: number): number {
  return (performance.now() - beganMs) / 1000
}
