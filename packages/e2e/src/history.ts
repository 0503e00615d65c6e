// Records requests and responses of a client, to be compared with the service's final state.
import { sendRequest } from '@render/testkit'

export interface RequestedRender {
  /** Sent as `custom_id`, so that the render can be identified even without a response. */
  tag: string
  /**
   * `unknown` when no response came: it may have been accepted or not. `broken` when the response has no render id, although
   * it is no refusal (4xx or 503).
   */
  answer: 'accepted' | 'refused' | 'unknown' | 'broken'
  renderId?: string
  wantsEvent: boolean
  /** Status of the response; optional, set when one came. */
  status?: number
  hasRetryAfter?: boolean
  /** Optional; set when a synchronous request was redirected to a continuation. */
  redirectUrl?: string
}

export interface History {
  readonly requested: RequestedRender[]
  /** Requests a render and records the response. `at` is a gateway's base URL. */
  create(at: string, options: object, settings?: { isSync?: boolean }): Promise<RequestedRender>
}

interface Caller {
  secretKey: string
  /** Receives the events of every second render. */
  webhookUrl: string
}

const RESPONSE_TIMEOUT_MS = 30_000

export function createHistory({ secretKey, webhookUrl }: Caller): History {
  const requested: RequestedRender[] = []
  return {
    requested,
    async create(at, options, { isSync = false } = {}) {
      const wantsEvent = requested.length % 2 === 0
      const render: RequestedRender = { tag: `render-${requested.length}`, answer: 'unknown', wantsEvent }
      requested.push(render)
      try {
        const { status, headers } = await sendRequest(`${at}/v1/render/${isSync ? 'sync' : 'async'}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            ...options,
            custom_id: render.tag,
            ...(wantsEvent && { webhook_url: webhookUrl }),
          }),
          signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
        })
        const renderId = headers.get('x-service-render-id') ?? undefined
        render.status = status
        render.hasRetryAfter = headers.has('retry-after')
        if (status === 307) render.redirectUrl = headers.get('location')!
        render.answer = classify(status, renderId)
        if (render.answer === 'accepted') render.renderId = renderId
      } catch {
        // No response: the connection was refused or closed.
      }
      return render
    },
  }
}

function classify(status: number, renderId: string | undefined): RequestedRender['answer'] {
  if (status === 429 || status === 503) return 'refused'
  if (renderId !== undefined) return 'accepted'
  return status >= 400 && status < 500 ? 'refused' : 'broken'
}
