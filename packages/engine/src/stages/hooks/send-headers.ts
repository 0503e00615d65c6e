import { intercept } from '../../protocol/intercept.ts'
import { HOME_LANGUAGE } from '../../identity/languages.ts'
import { stage } from '../../stage.ts'

/** Sends headers to the target's own origin only, also after redirects. */
export const sendHeaders = stage({
  name: 'send-headers',
  phase: 'hooks',
  owns: ['header', 'authorization'],
  borrows: ['user_agent', 'accept_lang'],
  async run({ tab, target, warnings }, { header = [], authorization, user_agent, accept_lang }) {
    const headers = Object.fromEntries(header.map(({ name, value }) => [name.toLowerCase(), value]))
    if (authorization) headers.authorization = authorization
    // Options of their own set these, for scripts too.
    if (user_agent) delete headers['user-agent']
    if (accept_lang.header !== HOME_LANGUAGE) delete headers['accept-language']
    if (Object.keys(headers).length === 0) return
    const { url, securedUrl = url } = target
    if (!url || !securedUrl) {
      warnings.push('Headers have no effect on "html" without "base_url".')
      return
    }
    const targets = [url, securedUrl]
    const origins = new Set(targets.map(({ origin }) => origin))
    // Patterns also match addresses with user name and password.
    const patterns = targets
      .flatMap(({ origin, protocol, host }) => [`${origin}/*`, `${protocol}//*@${host}/*`])
      .map((urlPattern) => ({ urlPattern }))
    await intercept(tab, patterns, ({ request, responseStatusCode }) =>
      responseStatusCode === undefined && origins.has(URL.parse(request.url)?.origin ?? '')
        ? { headers }
        : false,
    )
  },
})
