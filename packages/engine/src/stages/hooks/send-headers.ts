import { intercept } from '../../protocol/intercept.ts'
import { HOME_LANGUAGE } from '../../identity/languages.ts'
import { stage } from '../../stage.ts'

/**
 * Sends headers to the target's own origin only, also after redirects. That is the origin of the address that is loaded: once
 * the page came by https, its headers are not sent in clear text.
 */
export const sendHeaders = stage({
  name: 'send-headers',
  phase: 'hooks',
  owns: ['header', 'authorization'],
  direct: true,
  borrows: ['user_agent', 'accept_lang'],
  async run(ctx, { header = [], authorization, user_agent, accept_lang }) {
    const headers = Object.fromEntries(header.map(({ name, value }) => [name.toLowerCase(), value]))
    if (authorization) headers.authorization = authorization
    // Options of their own set these, for scripts too.
    if (user_agent) delete headers['user-agent']
    if (accept_lang.header !== HOME_LANGUAGE) delete headers['accept-language']
    if (Object.keys(headers).length === 0) return
    const { url, securedUrl = url } = ctx.target
    if (!url || !securedUrl) {
      ctx.warnings.push('Headers have no effect on "html" without "base_url".')
      return
    }
    // Patterns also match addresses with user name and password.
    const patterns = [url, securedUrl]
      .flatMap(({ origin, protocol, host }) => [`${origin}/*`, `${protocol}//*@${host}/*`])
      .map((urlPattern) => ({ urlPattern }))
    await intercept(ctx.tab, patterns, ({ request, responseStatusCode }) =>
      responseStatusCode === undefined && URL.parse(request.url)?.origin === ctx.address?.origin
        ? { headers }
        : false,
    )
  },
})
