// `npm run nightly`: what takes too long for `npm test`: slow tests, wider ones, random faults, the soak test and the benchmark.
// Names of steps select these; the last line is the verdict.
import type { ChildProcess } from 'node:child_process'
import { endProcess } from '../process/end-process.ts'
import { identify } from '../process/process-identity.ts'
import { RANDOM_FAULTS } from '../test-run/fault-tests.ts'
import { addCounts } from '../test-run/count-tests.ts'
import { laneWidth } from '../test-run/lane-width.ts'
import { runJest } from '../test-run/run-jest.ts'
import { runScript } from '../test-run/run-script.ts'
import { widerTests } from '../test-run/wider-tests.ts'
import { selectSteps } from './select-steps.ts'

const LIMIT_MS = 60 * 60_000

/** Shorter than the defaults of the programs. Ratios of the benchmark may miss their targets by a tenth. */
const DEFAULTS: NodeJS.ProcessEnv = {
  SOAK_MINUTES: '10',
  BENCH_SECONDS: '3',
  BENCH_ROUNDS: '2',
  BENCH_TOLERANCE: '0.1',
}

/** Takes ten minutes of light load and promises no times, so it runs beside the wider tests. */
const LONGEST = 'packages/e2e/tests/slow/connections.test.ts'

interface Settings {
  variables: NodeJS.ProcessEnv
  onSpawn: (child: ChildProcess) => void
}

const STEPS: Record<string, (settings: Settings) => Promise<boolean>> = {
  async slow(settings) {
    const others = `--testPathIgnorePatterns=${LONGEST}`
    const { passed, failed } = await runJest(['slow'], ['--runInBand', others], settings)
    return passed > 0 && failed === 0
  },
  async wider({ variables, onSpawn }) {
    const settings = { variables: { ...variables, TEST_TIER: 'nightly' }, onSpawn }
    const paths = widerTests()
    const lane = [`--maxWorkers=${laneWidth()}`, LONGEST, ...paths]
    const beside = await runJest(['unit', 'integration', 'slow'], lane, settings)
    const alone = await runJest(['quiet'], ['--runInBand', '--maxConcurrency=2', ...paths], settings)
    const { passed, failed } = addCounts([beside, alone])
    return passed > 0 && failed === 0
  },
  random: (settings) => runScript(RANDOM_FAULTS, settings),
  soak: (settings) => runScript('packages/e2e/src/soak.ts', settings),
  bench: (settings) => runScript('packages/bench/src/main.ts', settings),
}

const names = selectSteps(Object.keys(STEPS), process.argv.slice(2))
process.exitCode = names.length > 0 && (await runNightly(names)) ? 0 : 1

/** Runs the steps one after the other; the time limit ends the current one and skips the rest. */
async function runNightly(names: readonly string[]): Promise<boolean> {
  const beganMs = performance.now()
  const results: string[] = []
  let isGood = true
  for (const name of names) {
    const stepMs = performance.now()
    const leftMs = LIMIT_MS - (stepMs - beganMs)
    if (leftMs <= 0) {
      results.push(`${name} not run`)
      isGood = false
      continue
    }
    console.log(`\n--- ${name}`)
    const result = await runWithin(leftMs, STEPS[name]!)
    isGood &&= result === 'passed'
    results.push(`${name} ${result} in ${minutesSince(stepMs)} min`)
  }
  console.log(
    `\nnightly ${isGood ? 'passed' : 'failed'} in ${minutesSince(beganMs)} min: ${results.join(', ')}`,
  )
  return isGood
}

async function runWithin(
  limitMs: number,
  step: (settings: Settings) => Promise<boolean>,
): Promise<'passed' | 'failed' | 'ended by the time limit'> {
  let child: ChildProcess | undefined
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    const identity = child?.pid === undefined ? undefined : identify(child.pid)
    if (identity) void endProcess(identity, { signal: 'SIGTERM', graceMs: 10_000 })
  }, limitMs)
  try {
    const isGood = await step({
      variables: { ...DEFAULTS, ...process.env },
      onSpawn: (spawned) => (child = spawned),
    })
    if (isLate) return 'ended by the time limit'
    return isGood ? 'passed' : 'failed'
  } finally {
    clearTimeout(timer)
  }
}

function minutesSince(ms: number): string {
  return ((performance.now() - ms) / 60_000).toFixed(1)
}
