// `npm run faults`: runs all fault tests, including the slow ones, then random faults (`packages/e2e/src/run-faults.ts`).
import { RANDOM_FAULTS, runFaultTests } from '../test-run/fault-tests.ts'
import { runScript } from '../test-run/run-script.ts'

const PROJECTS = ['integration', 'e2e', 'faults', 'quiet', 'slow'] as const

const { passed, failed } = await runFaultTests(PROJECTS, process.argv.slice(2))
console.log('\nrandom faults')
const isRandomGood = await runScript(RANDOM_FAULTS)
console.log(`\n${passed} passed, ${failed} failed; random faults: ${isRandomGood ? 'passed' : 'failed'}`)
process.exitCode = failed > 0 || passed === 0 || !isRandomGood ? 1 : 0
