// `npm run check`: format, lint, types, unused code and unit tests, or only the steps that are named; `--fix` formats.
import { parseArgs } from 'node:util'
import { describeOptions, type OptionState } from '@render/options'
import { lint } from '../checks/lint.ts'
import { collectOutput, runTool, type Result } from '../checks/run-tool.ts'
import { UNIT_WIDTH } from '../test-run/lane-width.ts'
import { runJest } from '../test-run/run-jest.ts'
import { selectSteps } from './select-steps.ts'

interface Report extends Result {
  name: string
  seconds: number
}

/** All run side by side. Unit tests take longest, so the tools have a lower priority. */
const STEPS: Record<string, (settings: { fix: boolean }) => Promise<Result>> = {
  format: ({ fix }) => (fix ? runTool('oxfmt', '.') : runTool('oxfmt', '--check', '.')),
  lint,
  types: () => runTool('tsc'),
  unused: () => runTool('knip', '--no-config-hints'),
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

async function unit(): Promise<Result> {
  let output: string[] = []
  const counts = await runJest(['unit'], [`--maxWorkers=${UNIT_WIDTH}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
    onSpawn: (child) => (output = collectOutput(child)),
  })
  return { ok: counts.failed === 0, output: output.join(''), counts }
}

function secondsSince(beganMs: number): number {
  return (performance.now() - beganMs) / 1000
}
