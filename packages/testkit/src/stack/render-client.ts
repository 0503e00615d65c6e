import { setTimeout as sleep } from 'node:timers/promises'

export interface ApiResponse {
  status: number
  headers: Headers
  // Bodies have no type here: tests check their fields one by one.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
}

export interface RenderClient {
  sync(options: object): Promise<ApiResponse>
  async(options: object): Promise<ApiResponse>
  /** Polls until the render has ended; resolves with the final status. */
  untilFinished(statusUrl: string, timeoutMs?: number): Promise<ApiResponse>
}

/** Creates a small client of the Render API, as a user would write one. */
export function createRenderClient(baseUrl: string, apiKey: string): RenderClient {
  const create = (path: string, options: object) =>
    sendRequest(`${baseUrl}${path}`, {
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
        const answer = await sendRequest(statusUrl)
        if (['succeeded', 'failed'].includes(answer.body?.status)) return answer
        if (performance.now() > end)
          throw new Error(`Still ${JSON.stringify(answer.body)} after ${timeoutMs} ms.`)
        await sleep(50)
      }
    },
  }
}

/** Sends one request without following redirects; parses the body when it is JSON. */
export async function sendRequest(url: string, init: RequestInit = {}): Promise<ApiResponse> {
  const response = await fetch(url, { redirect: 'manual', ...init })
  const bytes = await response.bytes()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const body: unknown = isJson && bytes.length > 0 ? JSON.parse(new TextDecoder().decode(bytes)) : bytes
  return { status: response.status, headers: response.headers, body }
}
