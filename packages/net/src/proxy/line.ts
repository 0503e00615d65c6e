import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ProxySettings, Question, Said } from './process.ts'

const PROGRAM = fileURLToPath(new URL('process.ts', import.meta.url))

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never

/** One process and the questions it has not answered yet. */
export interface Line {
  pid: number | undefined
  ask(question: WithoutId<Question>): Promise<Said['value']>
  isOpen(): boolean
  kill(): void
  /** Rejects when the process ends before. */
  started: Promise<unknown>
  ended: Promise<void>
}

/** Starts a process whose ways out begin where `enter` leads. */
export function startLine(settings: ProxySettings, enter: readonly string[]): Line {
  const child: ChildProcess = fork(PROGRAM, {
    env: {},
    execArgv: [],
    // Signals to the worker's group are the worker's: it ends the proxy when its renders are over.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const waiting = new Map<
    number,
    { resolve: (value: Said['value']) => void; reject: (error: Error) => void }
  >()
  let last = 0
  let open = true
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      open = false
      for (const { reject } of waiting.values()) reject(new Error('The egress proxy ended.'))
      waiting.clear()
      resolve()
    })
  })
  child.on('message', ({ id, value }: Said) => {
    waiting.get(id)?.resolve(value)
    waiting.delete(id)
  })
  child.on('error', () => undefined)

  const ask: Line['ask'] = (question) => {
    if (!open) return Promise.reject(new Error('The egress proxy ended.'))
    const id = ++last
    const { promise, resolve, reject } = Promise.withResolvers<Said['value']>()
    waiting.set(id, { resolve, reject })
    child.send({ id, ...question })
    return promise
  }

  const started = ask({ ask: 'start', settings, enter })
  started.catch(() => undefined)
  return {
    pid: child.pid,
    started,
    ended,
    ask,
    isOpen: () => open,
    kill: () => void child.kill('SIGKILL'),
  }
}
