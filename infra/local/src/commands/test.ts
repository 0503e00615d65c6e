// `npm test`: runs all suites, the fast ones first; the last line is `N passed, N failed`. `--save-durations` keeps the
// durations of the files in the sources; other arguments go to jest.
import { availableParallelism } from 'node:os'
import { addCounts, type FileResult, type RunResult } from '../test-run/count-tests.ts'
import { laneWidth } from '../test-run/lane-width.ts'
import { measureCpu } from '../test-run/measure-cpu.ts'
import { runJest, type Project } from '../test-run/run-jest.ts'
import { saveDurations } from '../test-run/test-durations.ts'

interface Lane {
  title: string
  projects: Project[]
  options: string[]
}

const LANES: Lane[] = [
  { title: 'unit tests', projects: ['unit'], options: ['--runInBand'] },
  {
    title: 'integration and end-to-end tests',
    projects: ['integration', 'e2e'],
    options: [`--maxWorkers=${laneWidth()}`],
  },
  // Their stacks wait more than they compute.
  { title: 'fault tests, two at a time', projects: ['faults'], options: ['--maxWorkers=2'] },
  {
    title: 'tests with bounds of time, one file at a time',
    projects: ['quiet'],
    options: ['--runInBand', '--maxConcurrency=2'],
  },
]
const SAVE_DURATIONS = '--save-durations'
const SLOWEST_COUNT = 20

const jestArguments = process.argv.slice(2).filter((argument) => argument !== SAVE_DURATIONS)
const began = performance.now()
const cpuShare = measureCpu()
const results: RunResult[] = []
for (const { title, projects, options } of LANES) {
  console.log(`\n${title}`)
  results.push(await runJest(projects, [...options, ...jestArguments]))
}

const files = results.flatMap((result) => result.files)
saveDurations(files, { keep: process.argv.includes(SAVE_DURATIONS) })
printSlowest(files)
const { passed, failed, skipped } = addCounts(results)
if (skipped > 0) console.log(`\n${skipped} skipped`)
if (passed + failed === 0) console.log(`\nNo tests match ${jestArguments.join(' ')}`)
console.log(`\ncpu: ${Math.round(cpuShare() * 100)} % of ${availableParallelism()} cores`)
console.log(`total: ${((performance.now() - began) / 60_000).toFixed(1)} min`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0

function printSlowest(files: readonly FileResult[]): void {
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_COUNT)
  console.log('\nslowest files, seconds')
  for (const { path, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)}  ${path}`)
}
