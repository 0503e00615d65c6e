import { parseAddress } from '@render/net'
import { intercept } from '../../browser/intercept.ts'
import { HOME_LANGUAGE } from '../../identity/languages.ts'
import { securedAddress } from '../../secured-address.ts'
import { stage } from '../../stage.ts'

/** Sends headers to the target's own origin: what is elsewhere, also by a redirect, never sees them. */
export const sendHeaders = stage({
  name: 'send-headers',
  phase: 'hooks',
  owns: ['header', 'authorization'],
  borrows: ['url', 'html', 'base_url', 'https_upgrade', 'user_agent', 'accept_lang'],
  async run({ tab, warnings }, { header = [], authorization, user_agent, accept_lang, ...options }) {
    const headers = Object.fromEntries(header.map(readHeader))
    if (authorization) headers.authorization = authorization
    // These have options of their own, which say it to scripts as well.
    if (user_agent) delete headers['user-agent']
    if (accept_lang !== HOME_LANGUAGE) delete headers['accept-language']
    if (Object.keys(headers).length === 0) return
    const target = options.html === undefined ? options.url : options.base_url
    if (!target) {
      warnings.push('Headers have no effect on "html" without "base_url".')
      return
    }
    const targets = [target, securedAddress(options) ?? target].map(parseAddress)
    const origins = new Set(targets.map(({ origin }) => origin))
    // An address that carries a password is matched with it.
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

/** `Name=Value` or `Name: Value`, whichever sign comes first. */
function readHeader(line: string): [name: string, value: string] {
  const at = line.search(/[=:]/)
  return [line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]
}
