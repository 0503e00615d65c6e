// `npm test`: runs all suites, the fast ones first; the last line is `N passed, N failed`. `--save-durations` keeps the
// durations of the files in the sources; other arguments go to jest.
import { addCounts } from '../test-run/count-tests.ts'
import { laneWidth, UNIT_WIDTH } from '../test-run/lane-width.ts'
import { watchCoresInUse } from '../test-run/watch-cores-in-use.ts'
import { reportRun, type LaneResult } from '../test-run/report-run.ts'
import { runJest, type Project } from '../test-run/run-jest.ts'
import { saveDurations } from '../test-run/test-durations.ts'

interface Lane {
  title: string
  projects: Project[]
  options: string[]
}

const LANES: Lane[] = [
  { title: 'unit tests', projects: ['unit'], options: [`--maxWorkers=${UNIT_WIDTH}`] },
  {
    title: 'integration, end-to-end and fault tests',
    projects: ['integration', 'e2e', 'faults'],
    options: [`--maxWorkers=${laneWidth()}`],
  },
  {
    title: 'tests of promised times, one file at a time',
    projects: ['quiet'],
    options: ['--runInBand', '--maxConcurrency=2'],
  },
]
const SAVE_DURATIONS = '--save-durations'

const jestArguments = process.argv.slice(2).filter((argument) => argument !== SAVE_DURATIONS)
const beganMs = performance.now()
const lanes: LaneResult[] = []
for (const { title, projects, options } of LANES) {
  console.log(`\n${title}`)
  const laneMs = performance.now()
  const cpuShare = watchCoresInUse()
  const result = await runJest(projects, [...options, ...jestArguments])
  lanes.push({ ...result, title, seconds: secondsSince(laneMs), cpuShare: cpuShare() })
}

saveDurations(
  lanes.flatMap((lane) => lane.files),
  { keep: process.argv.includes(SAVE_DURATIONS) },
)
console.log(reportRun(lanes))
const { passed, failed, skipped } = addCounts(lanes)
if (skipped > 0) console.log(`\n${skipped} skipped`)
if (passed + failed === 0) console.log(`\nNo tests match ${jestArguments.join(' ')}`)
console.log(`total: ${(secondsSince(beganMs) / 60).toFixed(1)} min`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0

function secondsSince(ms: number): number {
  return (performance.now() - ms) / 1000
}
