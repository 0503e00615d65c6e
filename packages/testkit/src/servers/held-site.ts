import { listenOn, ORIGIN_HOST } from './origin.ts'

/** Delay of `releaseLate`. */
const LATE_MS = 500

/** Script that requests `/held` and appends a `<u>` (for `wait_for`) when the response arrives. */
export const APPEND_ON_RESPONSE = `<script>
  fetch('/held').then(() => document.body.append(document.createElement('u')))
</script>`

/** Serves one page. A request for `/held` is answered only after the test calls `release`. */
export async function startHeldSite(html: string) {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: requested, resolve: onRequested } = Promise.withResolvers<void>()
  let loads = 0
  const site = await listenOn(ORIGIN_HOST, (req, res) => {
    if (req.url === '/') loads += 1
    if (req.url !== '/held') return void res.setHeader('content-type', 'text/html').end(html)
    onRequested()
    return void held.then(() => res.end())
  })
  const releaseLate = (): void => void requested.then(() => setTimeout(release, LATE_MS))
  return { ...site, requested, release, releaseLate, loads: () => loads }
}
