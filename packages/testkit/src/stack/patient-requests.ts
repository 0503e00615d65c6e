import { setTimeout as sleep } from 'node:timers/promises'
import { sendRequest, type ApiResponse } from './render-client.ts'

const PATIENCE_MS = 60_000
const PAUSE_MS = 50

/** Sends a request, and sends it again while the service answers 503, for a minute at most. */
export async function untilAvailable(url: string, init?: RequestInit): Promise<ApiResponse> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const answer = await sendRequest(url, init)
    if (answer.status !== 503 || performance.now() > end) return answer
    await sleep(PAUSE_MS)
  }
}

/** Follows the redirect of a wait with `redirect_after` of one second, and waits until the render has ended. */
export function waitOn(redirectUrl: string): Promise<ApiResponse> {
  return sendRequest(redirectUrl.replace('redirect_after=1', 'redirect_after=60'))
}
