import { fork, type ChildProcess } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ProxyRequest, ProxyResponse, ProxySettings } from './proxy-program.ts'

const PROGRAM = fileURLToPath(new URL('proxy-program.ts', import.meta.url))

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never

/** The parent's side of one egress proxy process, with its pending requests. */
export interface ProxyProcess {
  pid: number | undefined
  /** Rejects when the process ends before it has answered. */
  send(request: WithoutId<ProxyRequest>): Promise<ProxyResponse['value']>
  isRunning(): boolean
  kill(): void
  /** Resolves when the process accepts requests; rejects when it ends before that. */
  started: Promise<unknown>
  ended: Promise<void>
}

/** Starts an egress proxy process whose listeners are made in the network that `enter` leads to. */
export function startProxyProcess(settings: ProxySettings, enter: readonly string[]): ProxyProcess {
  // A folder per version of Node, in the folder that NODE_COMPILE_CACHE named.
  const compiled = getCompileCacheDir()
  const child: ChildProcess = fork(PROGRAM, {
    // The proxy meets strangers, so it gets none of the worker's variables but the folder of compiled modules.
    env: compiled ? { NODE_COMPILE_CACHE: dirname(compiled) } : {},
    execArgv: [],
    // Keeps signals to the worker's process group away: the worker stops the proxy itself, after its renders.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const pending = new Map<
    number,
    { resolve: (value: ProxyResponse['value']) => void; reject: (error: Error) => void }
  >()
  let lastId = 0
  let running = true
  const { promise: ended, resolve: onEnd } = Promise.withResolvers<void>()
  const end = (): void => {
    running = false
    for (const { reject } of pending.values()) reject(new Error('The egress proxy ended.'))
    pending.clear()
    onEnd()
  }
  child.once('exit', end)
  child.on('message', ({ id, value, error }: ProxyResponse) => {
    if (error === undefined) pending.get(id)?.resolve(value)
    else pending.get(id)?.reject(new Error(`The egress proxy failed: ${error}`))
    pending.delete(id)
  })
  child.on('error', () => {
    // A process that could not be started does not exit.
    if (child.pid === undefined) end()
  })

  const send: ProxyProcess['send'] = (request) => {
    if (!running) return Promise.reject(new Error('The egress proxy ended.'))
    const id = ++lastId
    const { promise, resolve, reject } = Promise.withResolvers<ProxyResponse['value']>()
    pending.set(id, { resolve, reject })
    child.send({ id, ...request })
    return promise
  }

  const started = send({ type: 'start', settings, enter })
  started.catch(() => undefined)
  return {
    pid: child.pid,
    started,
    ended,
    send,
    isRunning: () => running,
    kill: () => void child.kill('SIGKILL'),
  }
}
