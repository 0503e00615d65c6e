import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { RawResponse, RawRequest } from './raw-loop.ts'
import type { Shot, Subject } from './subject.ts'

/** Starts the raw loop in its own process, so that its CPU time and memory can be measured. */
export async function startRawSubject(): Promise<Subject> {
  const child = fork(fileURLToPath(new URL('raw-loop.ts', import.meta.url)), { serialization: 'advanced' })
  const waiting = new Map<number, PromiseWithResolvers<Uint8Array>>()
  const ready = Promise.withResolvers<void>()
  let last = 0

  child.on('message', (message: RawResponse) => {
    if (message.ready) return ready.resolve()
    const pending = waiting.get(message.id!)
    waiting.delete(message.id!)
    if (message.error) pending?.reject(new Error(message.error))
    else pending?.resolve(message.picture ?? new Uint8Array())
  })
  child.once('exit', (code) => ready.reject(new Error(`The raw loop ended with code ${code}.`)))
  await ready.promise

  const ask = (url: string, shot: Shot | undefined, keep: boolean): Promise<Uint8Array> => {
    const request: RawRequest = { id: ++last, url, ...shot, keep }
    const pending = Promise.withResolvers<Uint8Array>()
    waiting.set(request.id, pending)
    child.send(request)
    return pending.promise
  }
  return {
    name: 'raw loop',
    pids: () => [child.pid!],
    render: async (url, shot) => void (await ask(url, shot, false)),
    picture: (url, shot) => ask(url, shot, true),
    async [Symbol.asyncDispose]() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.disconnect()
      await ended
    },
  }
}
