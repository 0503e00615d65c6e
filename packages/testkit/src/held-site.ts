import { listenOn, ORIGIN_HOST } from './origin.ts'

/** How late something comes that is released with `releaseLate`. */
const LATE_MS = 500

/** Asks for `/held`, and has a `<u>` to `wait_for` once that is answered. */
export const MARKS_ANSWER = `<script>
  fetch('/held').then(() => document.body.append(document.createElement('u')))
</script>`

/** A site of one page that asks for `/held`, which is answered when the test says so, and not before. */
export async function startHeldSite(html: string) {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>()
  let loads = 0
  const site = await listenOn(ORIGIN_HOST, (req, res) => {
    if (req.url === '/') loads += 1
    if (req.url !== '/held') return void res.setHeader('content-type', 'text/html').end(html)
    onAsked()
    return void held.then(() => res.end())
  })
  const releaseLate = (): void => void asked.then(() => setTimeout(release, LATE_MS))
  return { ...site, asked, release, releaseLate, loads: () => loads }
}
