// What a client knows of the renders it asked for; all that it may be told later is checked against this.
import { ask } from '@render/testkit'

export interface AskedRender {
  /** Sent as `custom_id`, so that what becomes of it can be told although no answer came. */
  tag: string
  /** `unknown` when no answer came: it may be rendered or not. */
  answer: 'accepted' | 'refused' | 'unknown'
  renderId?: string
  wantsEvent: boolean
  /** Of the answer, when one came. */
  status?: number
  hasRetryAfter?: boolean
  /** Where a synchronous caller is sent on to wait. */
  redirectUrl?: string
}

export interface History {
  readonly asked: AskedRender[]
  /** Asks for a render and notes what came of it. `at` is a gateway's base address. */
  create(at: string, options: object, settings?: { isSync?: boolean }): Promise<AskedRender>
}

interface Caller {
  secretKey: string
  /** Where events go that are wanted. */
  webhookUrl: string
}

const PATIENCE_MS = 30_000

export function createHistory({ secretKey, webhookUrl }: Caller): History {
  const asked: AskedRender[] = []
  return {
    asked,
    async create(at, options, { isSync = false } = {}) {
      const wantsEvent = asked.length % 2 === 0
      const render: AskedRender = { tag: `render-${asked.length}`, answer: 'unknown', wantsEvent }
      asked.push(render)
      try {
        const { status, headers } = await ask(`${at}/v1/render/${isSync ? 'sync' : 'async'}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            ...options,
            custom_id: render.tag,
            ...(wantsEvent && { webhook_url: webhookUrl }),
          }),
          signal: AbortSignal.timeout(PATIENCE_MS),
        })
        const renderId = headers.get('x-service-render-id') ?? undefined
        const isRefused = renderId === undefined || [429, 503].includes(status)
        render.status = status
        render.hasRetryAfter = headers.has('retry-after')
        if (status === 307) render.redirectUrl = headers.get('location')!
        Object.assign(render, isRefused ? { answer: 'refused' } : { answer: 'accepted', renderId })
      } catch {
        // No answer: the connection was refused, or ended before it.
      }
      return render
    },
  }
}
