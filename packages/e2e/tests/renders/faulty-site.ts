import { listenOn, ORIGIN_HOST } from '@render/testkit'

/** Options that render again when a site responds 503. */
export const AGAIN = { retry_on: ['503'], retry_delay_ms: 100 }

/** Starts a green site that returns 503 unless the header x-good is present, and records the request times. */
export async function startFaulty() {
  const times: number[] = []
  const site = await listenOn(ORIGIN_HOST, ({ url, headers }, res) => {
    if (url === '/') times.push(Date.now())
    res
      .writeHead(headers['x-good'] ? 200 : 503, { 'content-type': 'text/html' })
      .end('<body style="background: #0f0">')
  })
  return { ...site, times }
}
