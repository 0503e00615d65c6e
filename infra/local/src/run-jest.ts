import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { checkout } from './checkout.ts'
import { countTests, type Counts, type JestReport } from './count-tests.ts'
import { endProcess } from './end-process.ts'
import { readJson } from './json-file.ts'
import { identify } from './process-identity.ts'

/** How long jest may take to end after its report; what keeps it longer has been left open by a test. */
const LINGER_MS = 30_000
const LOOK_EVERY_MS = 250

/** Runs one jest project to its end and counts its tests. */
export async function runJest(
  project: 'unit' | 'integration' | 'e2e' | 'slow',
  jestArguments: readonly string[],
  { stdio = 'inherit', onSpawn }: { stdio?: StdioOptions; onSpawn?: (child: ChildProcess) => void } = {},
): Promise<Counts> {
  const directory = mkdtempSync(`${tmpdir()}/render-tests-`)
  const report = `${directory}/report.json`
  const words = ['--selectProjects', project, '--passWithNoTests', '--json', `--outputFile=${report}`]
  const child = spawn(process.execPath, ['node_modules/jest/bin/jest.js', ...words, ...jestArguments], {
    cwd: checkout,
    env: { ...process.env, NODE_OPTIONS: nodeOptions() },
    stdio,
  })
  onSpawn?.(child)
  try {
    const lingered = await ended(child, report)
    return countTests(readJson(report) as JestReport | undefined, { exitCode: child.exitCode, lingered })
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Tests are ES modules, which jest loads by an interface of Node that it calls experimental, at length. */
function nodeOptions(): string {
  const own = '--experimental-vm-modules --disable-warning=ExperimentalWarning'
  return `${process.env.NODE_OPTIONS ?? ''} ${own}`.trim()
}

/** Resolves when jest has ended; true when it had to be ended because something was left open. */
async function ended(child: ChildProcess, report: string): Promise<boolean> {
  const exit = once(child, 'exit')
  let lingered = false
  let reportedMs: number | undefined
  const look = setInterval(() => {
    if (reportedMs === undefined && existsSync(report)) reportedMs = performance.now()
    const identity = child.pid === undefined ? undefined : identify(child.pid)
    if (lingered || !identity || performance.now() - (reportedMs ?? Infinity) < LINGER_MS) return
    lingered = true
    console.error('jest reported but does not end: a test has left something open. Ending it.')
    void endProcess(identity, { signal: 'SIGTERM', graceMs: 2000 })
  }, LOOK_EVERY_MS)
  await exit.finally(() => clearInterval(look))
  return lingered
}
