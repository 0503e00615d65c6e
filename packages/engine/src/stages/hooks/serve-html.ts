import { intercept } from '../../browser/intercept.ts'
import { stage } from '../../stage.ts'

/** With a base the markup is what that address answers, also again: relative links and the origin are its own. */
export const serveHtml = stage({
  name: 'serve-html',
  phase: 'hooks',
  owns: ['html', 'base_url'],
  async run({ tab }, { html, base_url }) {
    if (html === undefined || !base_url) return
    const responseHeaders = [{ name: 'Content-Type', value: 'text/html; charset=utf-8' }]
    const body = Buffer.from(html).toString('base64')
    // The page itself is asked for first; the browser's spelling of its address may differ from ours.
    let address: string | undefined
    await intercept(tab, [{ resourceType: 'Document' }], ({ requestId, request: { url, method } }) => {
      address ??= url
      if (url !== address || method !== 'GET') return false
      void tab.session
        .send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders, body })
        .catch(() => undefined)
      return true
    })
  },
})
