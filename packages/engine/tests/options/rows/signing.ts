import { expect } from '@jest/globals'
import { verify } from 'web-bot-auth'
import { verifierFromJWK } from 'web-bot-auth/crypto'
import { listenOn, ORIGIN_HOST } from '@render/testkit'
import { BOT_PUBLIC_KEY, page, startTestEngine } from '../../test-engine.ts'
import type { Rows } from '../probe.ts'

/** Starts a site that redirects to a page with a picture, and records the headers of each request. */
async function startSite() {
  const seen: { url: string; headers: Record<string, string> }[] = []
  const server = await listenOn(ORIGIN_HOST, (req, res) => {
    seen.push({ url: `http://${req.headers.host}${req.url}`, headers: req.headers as Record<string, string> })
    if (req.url === '/') return res.writeHead(302, { location: '/page' }).end()
    return res.setHeader('content-type', 'text/html').end(page('', '<img src="/a.png">'))
  })
  return { ...server, seen }
}

export const signing: Rows = {
  web_bot_auth: {
    'all requests are signed, also after a redirect, only with the option': async ({ engine }) => {
      await using site = await startSite()
      await engine.make({ url: site.url, header: ['X-A=b'], web_bot_auth: true })
      expect(site.seen.map(({ url }) => new URL(url).pathname)).toEqual(['/', '/page', '/a.png'])
      const verifier = await verifierFromJWK(BOT_PUBLIC_KEY)
      for (const { url, headers } of site.seen) await verify({ method: 'GET', url, headers }, verifier)
      // Headers of other options are kept.
      expect(site.seen[0]!.headers['x-a']).toBe('b')

      site.seen.length = 0
      await engine.make({ url: site.url })
      expect(site.seen[0]!.headers).not.toHaveProperty('signature')
    },
  },
  web_bot_auth_optional: {
    'alone signs requests as well': async ({ engine }) => {
      await using site = await startSite()
      await engine.make({ url: site.url, web_bot_auth_optional: true })
      expect(site.seen[0]!.headers).toHaveProperty('signature')
    },
    'without a key the render is unsigned with a warning, and fails without the option': async () => {
      await using engine = await startTestEngine({ botKey: undefined })
      await using site = await startSite()
      const options = { url: site.url, web_bot_auth: true }
      await expect(engine.make(options)).rejects.toMatchObject({ code: 'FeatureNotAvailableOnPlan' })
      expect(site.seen).toEqual([])
      const { warnings } = await engine.make({ ...options, web_bot_auth_optional: true })
      expect(warnings).toEqual([expect.stringContaining('WEB_BOT_AUTH_KEY')])
      expect(site.seen.length).toBeGreaterThan(0)
    },
  },
}
