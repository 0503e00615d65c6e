// `npm run mutants`: takes each stage of the engine out in turn and expects that each of its options has a probe that
// notices. `-- <stage>...` takes out only the named ones.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stages } from '../../src/index.ts'
import { notShown, shownByTests } from './stages-without-options.ts'
import { STAGE_VARIABLE } from './take-out.ts'

const JEST = join(import.meta.dirname, '../../../../node_modules/jest/bin/jest.js')
const TAKE_OUT = `--import=${new URL('take-out-named-stage.ts', import.meta.url).href}`

interface Report {
  testResults: { assertionResults: { title: string; status: string; failureMessages: string[] }[] }[]
}

const named = process.argv.slice(2)
const names = stages
  .map(({ name }) => name)
  .filter((name) => !Object.hasOwn(notShown, name) && (named.length === 0 || named.includes(name)))
const began = performance.now()
const unnoticed = [...(await takeOutByProbes()), ...(await takeOutByTests())]
for (const [name, reason] of Object.entries(notShown)) console.log(`\nnot taken out: "${name}": ${reason}`)
for (const each of unnoticed) console.log(`\nnot noticed: ${each}`)
const seconds = Math.round((performance.now() - began) / 1000)
console.log(`\n${names.length} stages taken out in ${seconds} s, ${unnoticed.length} cases not noticed`)
process.exitCode = unnoticed.length > 0 || names.length === 0 ? 1 : 0

/** Takes out the stages whose options have probes, and returns what no probe noticed. */
async function takeOutByProbes(): Promise<string[]> {
  const ours = names.filter((name) => !Object.hasOwn(shownByTests, name))
  if (ours.length === 0) return []
  const pattern = named.length > 0 ? ['-t', ours.map((name) => `"${name}"`).join('|')] : []
  const failed = await failures(['--maxWorkers=100%', 'mutants', ...pattern])
  return failed.map(({ title, failureMessages }) => `${title}\n${failureMessages.join('\n')}`)
}

/** Takes out the stages that are shown by other tests, and returns those for which none of these failed. */
async function takeOutByTests(): Promise<string[]> {
  const silent: string[] = []
  for (const name of names) {
    const shown = shownByTests[name]
    if (!shown) continue
    const [file, title] = shown
    const failed = await failures([file, '-t', title], { [STAGE_VARIABLE]: name })
    if (failed.length === 0) silent.push(`"${name}" by "${title}" of ${file}`)
  }
  return silent
}

/** Runs jest and returns the tests that failed. */
async function failures(jestArguments: string[], variables: NodeJS.ProcessEnv = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'render-mutants-'))
  const report = join(directory, 'report.json')
  const options = [
    '--config',
    join(import.meta.dirname, 'jest.config.ts'),
    '--json',
    `--outputFile=${report}`,
  ]
  const NODE_OPTIONS = [
    '--disable-warning=ExperimentalWarning',
    ...(variables[STAGE_VARIABLE] ? [TAKE_OUT] : []),
  ]
  const child = spawn(process.execPath, [JEST, ...options, ...jestArguments], {
    env: { ...process.env, NODE_OPTIONS: NODE_OPTIONS.join(' '), ...variables },
    stdio: ['ignore', 'ignore', variables[STAGE_VARIABLE] ? 'ignore' : 'inherit'],
  })
  await once(child, 'exit')
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
    const results = testResults.flatMap(({ assertionResults }) => assertionResults)
    if (results.every(({ status }) => status === 'pending'))
      throw new Error(`No test: ${jestArguments.join(' ')}`)
    return results.filter(({ status }) => status === 'failed')
  } finally {
    rmSync(directory, { recursive: true })
  }
}
