import { listenOn, ORIGIN_HOST } from '@render/testkit'

/** How late something comes that is released with `releaseLate`. */
const LATE_MS = 500

/** A page that asks for `/held`, which is answered when the test says so, and not before. */
export async function startHeld(html: string) {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>()
  const site = await listenOn(ORIGIN_HOST, (req, res) => {
    if (req.url !== '/held') return void res.setHeader('content-type', 'text/html').end(html)
    onAsked()
    return void held.then(() => res.end())
  })
  const releaseLate = (): void => void asked.then(() => setTimeout(release, LATE_MS))
  return { ...site, asked, release, releaseLate }
}
