import type { Cookie } from '@render/outputs'
import { fitsInline, leftOut } from '../../data/keep-inline.ts'
import { dataStage } from '../../stage.ts'

/** Reads all cookies that the page and the caller have set. */
export const readCookies = dataStage({
  name: 'read-cookies',
  phase: 'read',
  owns: ['save_cookies'],
  async run({ page, data, files }, { save_cookies }) {
    if (!save_cookies) return
    const cookies = (await page.tab.context.cookies()).map(
      ({ name, value, domain, path, expires, httpOnly, secure, sameSite }): Cookie => {
        return { name, value, domain, path, expires, httpOnly, secure, sameSite }
      },
    )
    files.cookies = cookies
    if (fitsInline(cookies)) data.cookies = cookies
    else page.warnings.push(leftOut('cookies', 'cookiesUrl'))
  },
})
