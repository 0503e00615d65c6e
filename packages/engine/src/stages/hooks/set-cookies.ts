import { RenderError } from '@render/errors'
import { unknownAttributes } from '@render/options'
import { toCookie } from '../../identity/cookies.ts'
import { stage } from '../../stage.ts'

/** Sets cookies before the first request. */
export const setCookies = stage({
  name: 'set-cookies',
  phase: 'hooks',
  owns: ['cookie'],
  async run({ tab: { context }, target: { url }, warnings }, { cookie = [] }) {
    if (cookie.length === 0) return
    if (!url) {
      warnings.push('"cookie" has no effect on "html" without "base_url".')
      return
    }
    const unknown = cookie.flatMap((line) => unknownAttributes(line))
    if (unknown.length > 0)
      warnings.push(`"cookie": ${unknown.join(', ')} was ignored: each cookie is an item of its own.`)
    try {
      await context.addCookies(cookie.map((line) => toCookie(line, url)))
    } catch (cause) {
      // The browser's message may contain the value.
      const message =
        '"cookie" has attributes that the browser refuses, such as SameSite=None without Secure.'
      throw RenderError.forOption('cookie', message, 'InvalidOptions', cause)
    }
  },
})
