// `npm run faults`: every test of a fault, the slow ones too, then faults at random; see `packages/e2e/src/run-faults.ts`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { checkout } from './checkout.ts'
import { addCounts, type Counts } from './count-tests.ts'
import { runJest } from './run-jest.ts'

/** How tests of faults are named: by their case. */
const NAMED = ['--testNamePattern', String.raw`\bX\d\d\b`]

const results: Counts[] = []
for (const project of ['integration', 'e2e', 'slow'] as const) {
  console.log(`\n${project} tests of faults`)
  results.push(await runJest(project, ['--runInBand', ...NAMED, ...process.argv.slice(2)]))
}
const { passed, failed } = addCounts(results)

console.log('\nfaults at random')
const random = spawn(process.execPath, ['packages/e2e/src/run-faults.ts'], {
  cwd: checkout,
  stdio: 'inherit',
})
const [code] = (await once(random, 'exit')) as [number | null]
console.log(`\n${passed} passed, ${failed} failed; at random: ${code === 0 ? 'passed' : 'failed'}`)
process.exitCode = failed > 0 || passed === 0 || code !== 0 ? 1 : 0
