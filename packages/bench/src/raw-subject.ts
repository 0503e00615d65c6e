import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { RawAnswer, RawQuestion } from './raw-loop.ts'
import type { Shot, Subject } from './subject.ts'

/** The fastest honest loop over the same browser, in a process of its own so that its work can be told apart. */
export async function startRawSubject(): Promise<Subject> {
  const child = fork(fileURLToPath(new URL('raw-loop.ts', import.meta.url)), { serialization: 'advanced' })
  const waiting = new Map<number, PromiseWithResolvers<Uint8Array>>()
  const ready = Promise.withResolvers<void>()
  let last = 0

  child.on('message', (message: RawAnswer) => {
    if (message.ready) return ready.resolve()
    const asked = waiting.get(message.id!)
    waiting.delete(message.id!)
    if (message.error) asked?.reject(new Error(message.error))
    else asked?.resolve(message.picture ?? new Uint8Array())
  })
  child.once('exit', (code) => ready.reject(new Error(`The raw loop ended with code ${code}.`)))
  await ready.promise

  const ask = (url: string, shot: Shot | undefined, keep: boolean): Promise<Uint8Array> => {
    const question: RawQuestion = { id: ++last, url, ...shot, keep }
    const asked = Promise.withResolvers<Uint8Array>()
    waiting.set(question.id, asked)
    child.send(question)
    return asked.promise
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
