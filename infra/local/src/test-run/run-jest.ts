import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { relative } from 'node:path'
import { checkout } from '../state/checkout.ts'
import { countTests, type FileResult, type JestReport, type RunResult } from './count-tests.ts'
import { sampleCpuByFile } from './sample-cpu-by-file.ts'
import { endProcess } from '../process/end-process.ts'
import { readJson } from '../state/json-file.ts'
import { identify } from '../process/process-identity.ts'
import { machineEnvironment } from '../stack/service-environment.ts'

/** How long jest may take to exit after its report; if it takes longer, a test has left a handle open. */
const LINGER_MS = 30_000
const POLL_MS = 250

/**
 * For jest and its workers. Without them V8 collects all garbage whenever 64 MB of pictures were decoded, which takes a tenth
 * of the CPU of tests that look at pictures.
 */
const HEAP = ['--initial-heap-size=512', '--external-memory-accounted-in-global-limit']
/** Collects young objects rarely and in the process's own thread: a tenth less CPU for unit tests, and no less for others. */
const UNIT_HEAP = ['--min-semi-space-size=64', '--max-semi-space-size=64', '--single-threaded-gc']

export type Project = 'unit' | 'integration' | 'e2e' | 'faults' | 'quiet' | 'slow'

/** Runs jest projects together and returns the counts of their tests, the duration of each file, and the CPU time. */
export async function runJest(
  projects: readonly Project[],
  jestArguments: readonly string[],
  {
    stdio = 'inherit',
    variables = {},
    onSpawn,
  }: { stdio?: StdioOptions; variables?: NodeJS.ProcessEnv; onSpawn?: (child: ChildProcess) => void } = {},
): Promise<RunResult> {
  const directory = mkdtempSync(`${tmpdir()}/render-tests-`)
  const report = `${directory}/report.json`
  const options = ['--passWithNoTests', '--json', `--outputFile=${report}`, '--selectProjects', ...projects]
  const heap = projects.join() === 'unit' ? [...HEAP, ...UNIT_HEAP] : HEAP
  const command = [...heap, 'node_modules/jest/bin/jest.js', ...jestArguments, ...options]
  const child = spawn(process.execPath, command, {
    cwd: checkout,
    env: { ...process.env, ...variables, ...machineEnvironment(), NODE_OPTIONS: nodeOptions() },
    stdio,
  })
  onSpawn?.(child)
  const meter = sampleCpuByFile(child.pid!)
  try {
    const lingered = await ended(child, report)
    const results = readJson(report) as JestReport | undefined
    return {
      ...countTests(results, { exitCode: child.exitCode, lingered }),
      files: (results?.testResults ?? []).map(toFileResult),
      cpu: meter.stop(),
    }
  } finally {
    meter.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

function toFileResult({ name, startTime, endTime, status }: JestReport['testResults'][number]): FileResult {
  return { path: relative(checkout, name), seconds: (endTime - startTime) / 1000, ok: status === 'passed' }
}

/** Without warnings of how a library loads WebAssembly. */
function nodeOptions(): string {
  return `${process.env.NODE_OPTIONS ?? ''} --disable-warning=ExperimentalWarning`.trim()
}

/** Resolves when jest has ended; true when it had to be killed because a test left a handle open. */
async function ended(child: ChildProcess, report: string): Promise<boolean> {
  const exit = once(child, 'exit')
  let lingered = false
  let reportedMs: number | undefined
  const timer = setInterval(() => {
    if (reportedMs === undefined && existsSync(report)) reportedMs = performance.now()
    const identity = child.pid === undefined ? undefined : identify(child.pid)
    if (lingered || !identity || performance.now() - (reportedMs ?? Infinity) < LINGER_MS) return
    lingered = true
    console.error('jest has reported but does not exit: a test left a handle open. Killing it.')
    void endProcess(identity, { signal: 'SIGTERM', graceMs: 2000 })
  }, POLL_MS)
  await exit.finally(() => clearInterval(timer))
  return lingered
}
