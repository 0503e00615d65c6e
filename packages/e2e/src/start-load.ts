import { setTimeout as sleep } from 'node:timers/promises'
import { pick } from './pick.ts'

export interface Load {
  /** Stops sending; resolves when all requests have been answered. */
  stop(): Promise<void>
}

/** Calls `send` at a fixed rate, independent of response times (open loop). */
export function startLoad(perSecond: number, send: () => Promise<unknown>): Load {
  const stopping = new AbortController()
  const { signal } = stopping
  const sent = new Set<Promise<unknown>>()
  const sending = (async () => {
    const begunMs = performance.now()
    for (let count = 0; !signal.aborted; count++) {
      const dueMs = begunMs + (count * 1000) / perSecond - performance.now()
      if (dueMs > 0) await sleep(dueMs, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      const answering = send().finally(() => sent.delete(answering))
      sent.add(answering)
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await sending
      await Promise.all(sent)
    },
  }
}

/** Returns random render options: mostly pages that work, some that fail. */
export function someRender(random: () => number, site: string): object {
  return pick(random, [
    { html: '<h1>Hello</h1>' },
    { html: `<h1 style="color: red">${random()}</h1>`, delay: 200 },
    { url: `${site}/red` },
    { url: `${site}/tall`, full_page: true, format: 'jpg' },
    { url: `${site}/late/300/green`, delay: 500 },
    { url: `${site}/reset` },
  ])
}
