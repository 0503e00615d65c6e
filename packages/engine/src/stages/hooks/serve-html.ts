import { parseAddress } from '@render/net'
import { stage } from '../../stage.ts'

/** With an address beside it, the markup is what that address answers: relative links and the origin are its own. */
export const serveHtml = stage({
  name: 'serve-html',
  phase: 'hooks',
  owns: ['html'],
  borrows: ['url'],
  async run({ tab: { session } }, { html, url }) {
    if (html === undefined || !url) return
    const address = parseAddress(url)
    address.hash = ''
    session.once('Fetch.requestPaused', ({ requestId }) => {
      const headers = [{ name: 'Content-Type', value: 'text/html; charset=utf-8' }]
      const body = Buffer.from(html).toString('base64')
      void session
        .send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders: headers, body })
        .then(() => session.send('Fetch.disable'))
        .catch(() => undefined)
    })
    await session.send('Fetch.enable', {
      patterns: [{ urlPattern: literal(address.href), resourceType: 'Document' }],
    })
  },
})

/** Escapes the wildcards of the protocol's patterns. */
function literal(address: string): string {
  return address.replaceAll(/[\\*?]/g, String.raw`\$&`)
}
