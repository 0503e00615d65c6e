import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { delimiter } from 'node:path'
import { checkout } from '../state/checkout.ts'
import type { Counts } from '../test-run/count-tests.ts'

/** The result of a step of `npm run check`. */
export interface Result {
  ok: boolean
  output: string
  counts?: Counts
}

/** The linter of types and the compiler are written in Go. They end soon, so they collect garbage rarely. */
const GO = { GOGC: '400' }

/** Runs a tool from node_modules under the project's Node. */
export async function runTool(tool: string, ...toolArguments: string[]): Promise<Result> {
  const tools = `${checkout}/node_modules/.bin`
  const child = spawn('nice', [`${tools}/${tool}`, ...toolArguments], {
    cwd: checkout,
    env: { ...process.env, ...GO, PATH: `${tools}${delimiter}${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = collectOutput(child)
  const [code] = (await once(child, 'close')) as [number | null]
  return { ok: code === 0, output: output.join('') }
}

export function collectOutput(child: ChildProcess): string[] {
  const output: string[] = []
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  return output
}
