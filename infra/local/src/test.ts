// `npm test`: all suites, the quick ones first; its last line is `N passed, N failed`.
import { addCounts, type Counts } from './count-tests.ts'
import { runJest } from './run-jest.ts'

/** Whole stacks are started end to end, so one such suite at a time. */
const PROJECTS = [
  { name: 'unit', workers: '--maxWorkers=100%' },
  { name: 'integration', workers: '--maxWorkers=2' },
  { name: 'e2e', workers: '--runInBand' },
] as const

const jestArguments = process.argv.slice(2)
const results: Counts[] = []
for (const { name, workers } of PROJECTS) {
  console.log(`\n${name} tests`)
  results.push(await runJest(name, [workers, ...jestArguments]))
}

const { passed, failed, skipped } = addCounts(results)
if (skipped > 0) console.log(`\n${skipped} skipped`)
if (passed + failed === 0) console.log(`\nNo test matches ${jestArguments.join(' ')}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
