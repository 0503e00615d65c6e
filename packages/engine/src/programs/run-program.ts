// Runs programs of the system that open untrusted files.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { constants, createWriteStream, writeFileSync } from 'node:fs'
import { chmod, copyFile, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { LaunchSettings } from '../browser/launch.ts'
import { asUser, lowEnvironment, lowUid } from '../browser/low-privilege.ts'
import { removeFolder } from '../scratch/process-folder.ts'
import { createProgramFolder } from '../scratch/program-folder.ts'
import { killGroup } from './kill-group.ts'

/** The limits of a program; when it exceeds one, its whole process group is killed. */
export interface ProgramLimits {
  timeoutMs: number
  /** Address space of each of its processes. */
  memoryBytes: number
  /** Bytes on its standard output, and in each file that it writes. */
  outputBytes: number
}

export interface ProgramRun {
  /** Path of the executable. */
  path: string
  /** Arguments, given the path of a file by its name in `files`. */
  args: (pathOf: (name: string) => string) => readonly string[]
  /** Files that the program may read, by name; they lie outside of its working folder. */
  files?: Readonly<Record<string, Buffer | { path: string }>>
  /** Its standard input, read no faster than the program takes it. When it fails, the run does. */
  stdin?: AsyncIterable<Uint8Array>
  /** Path of a new file for its standard output, which is not returned then. */
  to?: string
  /** The file that it writes in its working folder, and the path of a new file to which that is copied. */
  written?: { name: string; to: string }
  limits: ProgramLimits
  /** How far it yields the CPU to other processes, up to 19. Default 10. */
  niceness?: number
  /** Called with the text of its standard error, up to 8000 characters, when it has ended well. */
  onLog?: (text: string) => void
  signal: AbortSignal
}

/**
 * Runs a program and returns its standard output, which is empty when it went to a file. The program runs as a user without privileges, in the network namespace
 * of the browsers, and in an empty folder of its own that is removed afterwards.
 * @throws {ProgramFailed}
 */
export type RunProgram = (run: ProgramRun) => Promise<Buffer>

/** Reports why a program returned no result. */
export class ProgramFailed extends Error {
  readonly reason: 'start' | 'exit' | 'timeout' | 'output' | 'input' | 'aborted'
  /** The signal that ended the program, as that of an exceeded limit does; null without one. */
  readonly killedBy: string | null

  constructor(
    reason: ProgramFailed['reason'],
    detail = '',
    { cause, killedBy = null }: { cause?: unknown; killedBy?: string | null } = {},
  ) {
    super(`The program failed (${reason})${detail && `: ${detail}`}`, { cause })
    this.name = 'ProgramFailed'
    this.reason = reason
    this.killedBy = killedBy
  }
}

/** Limit for the text of its standard error, and for the part that the error message quotes for the operator. */
const STDERR_CHARACTERS = 8000
const QUOTED_CHARACTERS = 2000

export function createRunProgram({
  chromiumUid,
  environment,
  enter = [],
}: Pick<LaunchSettings, 'chromiumUid' | 'environment' | 'enter'>): RunProgram {
  return async ({ path, args, files = {}, written, niceness = 10, ...run }) => {
    const uid = lowUid(chromiumUid)
    const folder = await createProgramFolder(uid)
    try {
      const pathOf = (name: string): string => join(folder, name)
      for (const [name, body] of Object.entries(files)) await writeInput(pathOf(name), body)
      const { memoryBytes, outputBytes } = run.limits
      const bounds = [`--as=${memoryBytes}`, `--fsize=${outputBytes}`, '--core=0']
      const nice = ['nice', `-n${niceness}`]
      const words = [...enter, ...asUser(uid), ...nice, 'prlimit', ...bounds, path, ...args(pathOf)]
      const home = pathOf('home')
      // A detached child leads its own process group, which is killed as a whole.
      const child = spawn(words[0]!, words.slice(1), {
        cwd: home,
        env: lowEnvironment(environment, home),
        detached: true,
        stdio: 'pipe',
      })
      if (child.pid !== undefined) yieldAutogroup(child.pid, niceness)
      const output = await resultOf(child, run)
      if (written) await copyWritten(join(home, written.name), written.to)
      return output
    } finally {
      await removeFolder(folder)
    }
  }
}

async function writeInput(path: string, body: Buffer | { path: string }): Promise<void> {
  if (Buffer.isBuffer(body)) await writeFile(path, body)
  else await copyFile(body.path, path)
  await chmod(path, 0o644)
}

/** With autogroup scheduling the kernel divides CPU time among sessions first, and the program leads one of its own. */
function yieldAutogroup(pid: number, niceness: number): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness))
  } catch {
    // The kernel has no autogroups, or the program has ended.
  }
}

/** Copies a file that the program wrote, and could have replaced with a link. */
async function copyWritten(path: string, to: string): Promise<void> {
  const opening = open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  await using file = await opening.catch((error: Error) => {
    throw new ProgramFailed('output', error.message, { cause: error })
  })
  if (!(await file.stat()).isFile()) throw new ProgramFailed('output', 'it wrote no regular file')
  await pipeline(file.createReadStream({ autoClose: false }), createWriteStream(to))
}

async function resultOf(
  child: ChildProcess,
  {
    stdin = Readable.from([]),
    to,
    limits,
    signal,
    onLog,
  }: Pick<ProgramRun, 'stdin' | 'to' | 'limits' | 'signal' | 'onLog'>,
): Promise<Buffer> {
  let failure: ProgramFailed | undefined
  const end = (reason: ProgramFailed['reason'], detail?: string, cause?: unknown): void => {
    failure ??= new ProgramFailed(reason, detail, { cause })
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) killGroup(child.pid)
  }
  child.once('error', (error) => end('start', error.message, error))
  const onAbort = (): void => end('aborted')
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  const timer = setTimeout(end, limits.timeoutMs, 'timeout')

  const output: Buffer[] = []
  async function* bounded(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0
    for await (const part of parts) {
      bytes += part.length
      if (bytes > limits.outputBytes) return end('output', `more than ${limits.outputBytes} bytes`)
      yield part
    }
  }
  const collect = async (parts: AsyncIterable<Buffer>): Promise<void> => {
    for await (const part of parts) output.push(part)
  }
  const reading = pipeline(child.stdout!, bounded, to === undefined ? collect : createWriteStream(to))
  reading.catch((error: unknown) => end('output', String(error), error))
  let errorText = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    errorText = (errorText + text).slice(0, STDERR_CHARACTERS)
  })
  feed(stdin, child.stdin!).catch((error: unknown) => end('input', String(error), error))
  // Child processes may outlive the program and hold its output open.
  child.once('exit', () => killGroup(child.pid!))
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const [code, killedBy] = (await once(child, 'close')) as [number | null, string | null]
    await reading
    if (failure) throw failure
    if (code !== 0) {
      const detail = `${killedBy ?? code} ${errorText.slice(0, QUOTED_CHARACTERS)}`.trim()
      throw new ProgramFailed('exit', detail, { killedBy })
    }
    onLog?.(errorText)
    return Buffer.concat(output)
  } catch (error) {
    throw failure ?? error
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}

/** Writes to a program, each part while the next one is read; stops when the program ends before its input does. */
async function feed(parts: AsyncIterable<Uint8Array>, stdin: Writable): Promise<void> {
  stdin.on('error', () => undefined)
  let writing = Promise.resolve()
  for await (const part of parts) {
    await writing
    if (stdin.destroyed) return
    writing = new Promise((resolve) => stdin.write(part, () => resolve()))
  }
  stdin.end()
}
