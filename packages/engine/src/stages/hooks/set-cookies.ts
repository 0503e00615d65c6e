import { RenderError } from '@render/errors'
import { parseAddress } from '@render/net'
import { readCookie } from '../../identity/cookies.ts'
import { stage } from '../../stage.ts'

/** Cookies that the browser has before its first visit. */
export const setCookies = stage({
  name: 'set-cookies',
  phase: 'hooks',
  owns: ['cookie'],
  borrows: ['url', 'html', 'base_url'],
  async run({ tab: { context }, warnings }, { cookie = [], url, html, base_url }) {
    if (cookie.length === 0) return
    const target = html === undefined ? url : base_url
    if (!target) {
      warnings.push('"cookie" has no effect on "html" without "base_url".')
      return
    }
    const { href } = parseAddress(target)
    try {
      await context.addCookies(cookie.map((line) => readCookie(line, href)))
    } catch (cause) {
      // What the browser says of it may hold the value.
      const message =
        '"cookie" has attributes that the browser refuses, such as SameSite=None without Secure.'
      throw new RenderError('InvalidOptions', { message, details: [{ option: 'cookie', message }], cause })
    }
  },
})
