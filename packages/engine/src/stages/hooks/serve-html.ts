import { intercept } from '../../protocol/intercept.ts'
import { stage } from '../../stage.ts'

/** Serves the markup as the response of `base_url`, so that relative links and the origin are those of the base. */
export const serveHtml = stage({
  name: 'serve-html',
  phase: 'hooks',
  async run({ tab, target: { url: baseUrl, markup } }) {
    if (markup === undefined || !baseUrl) return
    const responseHeaders = [{ name: 'Content-Type', value: 'text/html; charset=utf-8' }]
    const body = Buffer.from(markup).toString('base64')
    // The first request is the page; the browser may spell its address differently.
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
