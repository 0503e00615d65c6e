import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { chromium, type Browser } from 'playwright-core'
import { createDevtoolsPipe, type DevtoolsPipe } from './devtools-pipe.ts'

export interface StartedProgram {
  browser: Browser
  pid: number
  pipe: DevtoolsPipe
  /** Resolves when all of its processes have ended. */
  ended: Promise<void>
}

export interface ProgramSettings {
  command: string
  args: readonly string[]
  environment: NodeJS.ProcessEnv
  /** Folder for Playwright's files. */
  artifacts: string
  /** The most bytes of events that one page may send. */
  eventBytesPerPage: number
  timeoutMs: number
}

/** What a browser writes until it has started is kept up to this size, for the message when it does not. */
const LOG_CHARACTERS = 8192

const running = new Set<number>()
process.on('exit', () => running.forEach(killGroup))

/** Starts a browser as the leader of a process group and connects Playwright to its pipes. */
export async function startProgram({
  command,
  args,
  environment,
  artifacts,
  eventBytesPerPage,
  timeoutMs,
}: ProgramSettings): Promise<StartedProgram> {
  const child = spawn(command, args, {
    detached: true,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  await once(child, 'spawn')
  const pid = child.pid!
  running.add(pid)
  const ended = once(child, 'close').then(() => void running.delete(pid))

  let log = ''
  let isStarted = false
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    if (!isStarted) log = (log + text).slice(-LOG_CHARACTERS)
  })
  const [, , , input, output] = child.stdio as unknown as [null, null, Readable, Writable, Readable]
  const pipe = createDevtoolsPipe({ input, output, eventBytesPerPage, onBroken: () => killGroup(pid) })
  try {
    const browser = await chromium.connectOverCDP(pipe, { timeout: timeoutMs, artifactsDir: artifacts })
    isStarted = true
    return { browser, pid, pipe, ended }
  } catch (error) {
    killGroup(pid)
    await ended
    throw new Error(`The browser did not start:\n${log}`, { cause: error })
  }
}

/** Kills a process and all of its group. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of its processes have ended.
  }
}
