import type { SpawnedBrowser } from '@render/engine'

// oxlint-disable-next-line typescript/no-explicit-any
type Params = Record<string, any>

/** A plain client of the DevTools protocol over the pipes of a browser. */
export interface Devtools {
  send: (method: string, params?: Params, sessionId?: string) => Promise<Params>
  /** Resolves with the next event of this name in a session. */
  event: (method: string, sessionId: string) => Promise<Params>
}

export function connectDevtools({ input, output }: Pick<SpawnedBrowser, 'input' | 'output'>): Devtools {
  const calls = new Map<number, PromiseWithResolvers<Params>>()
  const events = new Map<string, (params: Params) => void>()
  let parts: Buffer[] = []
  let last = 0

  function receive(text: string): void {
    const { id, method, params, sessionId, result, error } = JSON.parse(text)
    if (id === undefined) {
      const key = `${method} ${sessionId}`
      events.get(key)?.(params)
      events.delete(key)
      return
    }
    const call = calls.get(id)!
    calls.delete(id)
    if (error) call.reject(new Error(error.message))
    else call.resolve(result)
  }

  output.on('data', (chunk: Buffer) => {
    let start = 0
    for (let end; (end = chunk.indexOf(0, start)) >= 0; start = end + 1) {
      receive(Buffer.concat([...parts, chunk.subarray(start, end)]).toString())
      parts = []
    }
    if (start < chunk.length) parts.push(chunk.subarray(start))
  })
  return {
    send(method, params = {}, sessionId) {
      const call = Promise.withResolvers<Params>()
      calls.set(++last, call)
      input.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`)
      return call.promise
    },
    event: (method, sessionId) =>
      new Promise((resolve) => void events.set(`${method} ${sessionId}`, resolve)),
  }
}
