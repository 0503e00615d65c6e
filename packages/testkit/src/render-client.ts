import { setTimeout as sleep } from 'node:timers/promises'

export interface Answer {
  status: number
  headers: Headers
  // Answers are looked at field by field in tests; their shape is what is being tested.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
}

export interface RenderClient {
  sync(options: object): Promise<Answer>
  async(options: object): Promise<Answer>
  /** Polls until the render has ended; answers the final status record. */
  untilFinished(statusUrl: string, timeoutMs?: number): Promise<Answer>
}

/** A small client of the Render API, as a user would write one. */
export function createRenderClient(baseUrl: string, apiKey: string): RenderClient {
  const create = (path: string, options: object) =>
    ask(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(options),
    })
  return {
    sync: (options) => create('/v1/render/sync', options),
    async: (options) => create('/v1/render/async', options),
    async untilFinished(statusUrl, timeoutMs = 60_000) {
      const end = performance.now() + timeoutMs
      for (;;) {
        const answer = await ask(statusUrl)
        if (['succeeded', 'failed'].includes(answer.body?.status)) return answer
        if (performance.now() > end)
          throw new Error(`Still ${JSON.stringify(answer.body)} after ${timeoutMs} ms.`)
        await sleep(50)
      }
    },
  }
}

/** One request, redirects not followed; the body parsed when it is JSON. */
export async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', ...init })
  const bytes = await response.bytes()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const body: unknown = isJson && bytes.length > 0 ? JSON.parse(new TextDecoder().decode(bytes)) : bytes
  return { status: response.status, headers: response.headers, body }
}
