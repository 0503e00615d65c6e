import { expect } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { listenOn, startHeldSite } from '@render/testkit'
import { RetryWanted } from '../../src/index.ts'
import { page } from '../test-engine.ts'
import { BLUE, GREEN } from './colours.ts'
import type { Row, Rows, World } from './rows.ts'

/** How a render of a path of the site, or of markup, fails. */
async function failure({ engine, origin }: World, options: GivenOptions): Promise<unknown> {
  const address = options.html === undefined ? { url: origin.url + (options.url ?? '/green') } : {}
  return engine.make({ ...options, ...address }).then(
    () => 'made',
    (error: unknown) => error,
  )
}

const fails =
  (options: GivenOptions, message: string): Row =>
  async (world) =>
    expect(await failure(world, options)).toMatchObject({ code: 'RenderFailedError', message })

const makes =
  (options: GivenOptions): Row =>
  async (world) =>
    expect(await failure(world, options)).toBe('made')

const retries =
  (options: GivenOptions, condition: string): Row =>
  async (world) => {
    const error = await failure(world, options)
    expect(error).toBeInstanceOf(RetryWanted)
    expect(error).toMatchObject({ condition })
  }

const on4xx = 'Failed to render. Requested URL returned a 4xx error code and fail_on_4xx was true'
const html = page('', '<b>here</b>')
const LATE = `<script>
  const late = Object.assign(document.createElement('u'), { style: 'display: block; width: 300px; height: 9px' })
  onload = () => fetch('/held').then(() => document.body.append(late))</script>`

/** Pages that are a challenge, as each of those who make them does it. */
const CHALLENGES: Record<string, string> = {
  Cloudflare: '<title>Just a moment...</title><p>Checking your browser',
  Turnstile: '<div class="cf-turnstile" data-sitekey="x"></div>',
  DataDome: '<iframe src="https://geo.captcha-delivery.com/captcha/?x"></iframe>',
  HUMAN: '<div id="px-captcha"></div>',
  'AWS WAF': '<script src="https://x.captcha.awswaf.com/captcha.js"></script>',
  Imperva: '<iframe id="main-iframe" src="/_Incapsula_Resource?x"></iframe>',
  Akamai: '<div id="sec-if-cpt-container"></div>',
  reCAPTCHA: '<div class="g-recaptcha" data-sitekey="x"></div>',
  hCaptcha: '<div class="h-captcha" data-sitekey="x"></div>',
  Arkose: '<div id="FunCaptcha"></div>',
  GeeTest: '<div class="geetest_holder"></div>',
}
const WIDGETS = new Set(['Turnstile', 'reCAPTCHA', 'hCaptcha', 'Arkose', 'GeeTest'])
const OF_CLOUDFLARE = ['Cloudflare', 'Turnstile']
const FORM = '<form>Name <input> Text <textarea></textarea></form>'
/** What a page with an invisible reCAPTCHA holds while that asks for nothing. */
const INVISIBLE = `
  <div class="grecaptcha-badge"><iframe src="https://a.example/recaptcha/api2/anchor?size=invisible"></iframe></div>
  <div style="visibility: hidden"><iframe src="https://a.example/recaptcha/api2/bframe?k"></iframe></div>`
const ENTERPRISE = '<iframe src="https://a.example/recaptcha/enterprise/anchor?size=normal"></iframe>'
const SILENT =
  '<div id="challenge-container"></div><script src="https://x.token.awswaf.com/challenge.js"></script>'
const ARTICLE = '<p>An ordinary page has more to say than its form. '.repeat(40)

/** Which of them make a render fail. */
async function caught(world: World, options: GivenOptions, around = ''): Promise<string[]> {
  const names: string[] = []
  for (const [name, markup] of Object.entries(CHALLENGES)) {
    const given = { html: page('', markup + around), wait_until: 'domloaded', ...options } as const
    const error = await failure(world, { ...given, skip_final_delay: true })
    if (error !== 'made')
      expect(error).toMatchObject({ code: 'RenderFailedError', message: expect.stringContaining(name) })
    if (error !== 'made') names.push(name)
  }
  return names
}

/** A port on which nobody listens. */
async function deadUrl(): Promise<string> {
  const site = await listenOn('127.0.1.1', (_, res) => res.end())
  await site[Symbol.asyncDispose]()
  return site.url
}

export const failurePolicy: Rows = {
  fail_on_3xx: [
    async ({ engine }) => {
      await using site = await listenOn('127.0.1.1', ({ url }, res) => {
        if (url === '/') res.writeHead(302, { location: '/there' }).end()
        else res.setHeader('content-type', 'text/html').end(html)
      })
      await expect(engine.make({ url: site.url, fail_on_3xx: true })).rejects.toMatchObject({
        code: 'RenderFailedError',
      })
      expect(await engine.make({ url: site.url })).toBeDefined()
      expect(await engine.make({ url: `${site.url}/there`, fail_on_3xx: true })).toBeDefined()
    },
  ],
  fail_on_4xx: [
    fails({ url: '/status-404', fail_on_4xx: true }, on4xx),
    makes({ url: '/status-404', fail_on_5xx: true }),
    makes({ fail_on_4xx: true }),
  ],
  fail_on_5xx: [
    async ({ engine }) => {
      // What counts is the page that is captured.
      let views = 0
      await using site = await listenOn('127.0.1.1', ({ url }, res) => {
        if (url === '/') views += 1
        res.writeHead(views % 2 === 0 ? 500 : 200, { 'content-type': 'text/html' }).end(html)
      })
      const failed = { code: 'RenderFailedError' }
      const given = { url: site.url, fail_on_5xx: true }
      await expect(engine.make({ ...given, reload: true })).rejects.toMatchObject(failed)
      await expect(engine.make({ ...given, reload_after_scroll: true })).rejects.toMatchObject(failed)
      views = 1
      expect((await engine.make({ ...given, reload: true })).response?.statusCode).toBe(200)
    },
    fails(
      { url: '/status-500', fail_on_5xx: true },
      'Failed to render. Requested URL returned a 5xx error code and fail_on_5xx was true',
    ),
    makes({ url: '/status-500', fail_on_4xx: true }),
  ],
  fail_on: [
    fails(
      { url: '/status-404', fail_on: ['403', '404'] },
      'Failed to render. Requested URL returned 404 and fail_on was 403, 404',
    ),
    fails(
      { url: '/status-500', fail_on: ['5xx'] },
      'Failed to render. Requested URL returned 500 and fail_on was 5xx',
    ),
    makes({ url: '/status-404', fail_on: ['403'] }),
  ],
  fail_on_except: [
    makes({ url: '/status-404', fail_on_4xx: true, fail_on: ['404'], fail_on_except: ['404'] }),
    makes({ url: '/status-500', retry_on: ['5xx'], fail_on_except: ['500'] }),
    fails({ url: '/status-404', fail_on_4xx: true, fail_on_except: ['5xx'] }, on4xx),
  ],
  retry_on: [
    retries({ url: '/status-404', retry_on: ['404'], fail_on_4xx: true }, '404'),
    retries({ url: '/status-500', retry_on: ['5xx'] }, '500'),
    retries({ url: '/status-500', retry_on: ['all'] }, '500'),
    makes({ url: '/status-500', retry_on: ['4xx', 'timeout'] }),
  ],
  min_size_bytes: [
    retries({ html, retry_on: ['small_size'], min_size_bytes: 1_000_000 }, 'small_size'),
    retries({ html, retry_on: ['all'], min_size_bytes: 1_000_000 }, 'small_size'),
    makes({ html, retry_on: ['small_size'], min_size_bytes: 100 }),
    makes({ html, retry_on: ['5xx'], min_size_bytes: 1_000_000 }),
  ],
  fail_if_selector_missing: [
    ...(['selector', 'wait_for', 'width_from', 'height_from'] as const).map((option) =>
      fails(
        { html, fail_if_selector_missing: true, wait_timeout: 200, [option]: '.missing' },
        `Failed to render. Nothing matched "${option}" and fail_if_selector_missing was true`,
      ),
    ),
    fails(
      { html, fail_if_selector_missing: true, wait_timeout: 200, wait_for_x: '//i' },
      'Failed to render. Nothing matched "wait_for_x" and fail_if_selector_missing was true',
    ),
    makes({ html, fail_if_selector_missing: true, selector: 'b', wait_for: 'b', wait_for_x: '//b' }),
    makes({ html, selector: '.missing' }),
    async ({ engine }) => {
      // What comes late is waited for.
      const width = async (options: GivenOptions) => {
        await using late = await startHeldSite(page('', LATE))
        if (options.fail_if_selector_missing) late.releaseLate()
        return (await engine.make({ url: late.url, skip_final_delay: true, ...options })).width
      }
      for (const option of ['selector', 'width_from']) {
        expect(await width({ [option]: 'u' })).toBe(1280)
        expect(await width({ [option]: 'u', fail_if_selector_missing: true })).toBe(300)
      }
    },
  ],
  fail_if_selector_present: [
    fails(
      { html, fail_if_selector_present: true, wait_timeout: 200, wait_to_leave: 'b' },
      'Failed to render. What "wait_to_leave" names was still there and fail_if_selector_present was true',
    ),
    makes({ html, fail_if_selector_present: true, wait_to_leave: 'i', wait_to_leave_x: '//i' }),
    makes({ html, wait_timeout: 200, wait_to_leave: 'b' }),
  ],
  fail_if_captcha: [
    async (world) => {
      expect(await caught(world, { fail_if_captcha: true })).toEqual(Object.keys(CHALLENGES))
      expect(await caught(world, {})).toEqual([])
    },
    async (world) => {
      // A widget in a form of a page that has something of its own is none.
      const rest = Object.keys(CHALLENGES).filter((name) => !WIDGETS.has(name))
      expect(await caught(world, { fail_if_captcha: true }, ARTICLE)).toEqual(rest)
      expect(await caught(world, { fail_if_captcha: true }, FORM)).toEqual(rest)
    },
    makes({ html: page('', INVISIBLE), wait_until: 'domloaded', fail_if_captcha: true }),
    fails(
      { html: page('', ENTERPRISE), wait_until: 'domloaded', fail_if_captcha: true },
      'Failed to render. The page was a challenge of reCAPTCHA and fail_if_captcha was true',
    ),
    fails(
      { html: page('', SILENT), wait_until: 'domloaded', fail_if_captcha: true },
      'Failed to render. The page was a challenge of AWS WAF and fail_if_captcha was true',
    ),
  ],
  fail_if_cf_turnstile: [
    async (world) => expect(await caught(world, { fail_if_cf_turnstile: true })).toEqual(OF_CLOUDFLARE),
  ],
  continue_on_nav_error: [
    async ({ engine }) => {
      const url = await deadUrl()
      await expect(engine.make({ url })).rejects.toMatchObject({ code: 'NavigationError' })
      const { warnings, width } = await engine.make({ url, continue_on_nav_error: true })
      expect([width, warnings]).toEqual([
        1280,
        [expect.stringContaining('refused the connection'), expect.stringContaining("browser's own page")],
      ])
    },
  ],
  retry_on_nav_error: [
    async ({ engine }) => {
      let asked = 0
      await using site = await listenOn('127.0.1.1', (req, res) => {
        asked += 1
        if (asked === 1) req.socket.destroy()
        else res.setHeader('content-type', 'text/html').end(html)
      })
      await expect(engine.make({ url: site.url })).rejects.toMatchObject({ code: 'NavigationError' })
      asked = 0
      expect(await engine.make({ url: site.url, retry_on_nav_error: true })).toBeDefined()
      await expect(engine.make({ url: await deadUrl(), retry_on_nav_error: true })).rejects.toMatchObject({
        code: 'NavigationError',
      })
    },
  ],
  ignore_load_errors: [
    async ({ engine, origin, picture }) => {
      const body = "<img src='/never-answers'>"
      const never = { html: page('body { background: #0f0 }', body), base_url: origin.url, timeout: 5000 }
      await expect(engine.make(never)).rejects.toMatchObject({ code: 'RenderTimeoutError' })
      expect((await picture({ ...never, ignore_load_errors: true })).at(600, 500)).toBe(GREEN)
      const missing = { url: `${origin.url}/never-answers`, timeout: 5000, ignore_load_errors: true }
      await expect(engine.make(missing)).rejects.toMatchObject({ code: 'RenderTimeoutError' })
    },
    async ({ engine, origin, picture }) => {
      // Also a document of which only the beginning came.
      const body = "<script src='/never-answers'></script>"
      const never = { html: page('body { background: #0f0 }', body), base_url: origin.url, timeout: 5000 }
      await expect(engine.make(never)).rejects.toMatchObject({ code: 'RenderTimeoutError' })
      expect((await picture({ ...never, ignore_load_errors: true })).at(600, 500)).toBe(GREEN)
    },
    async ({ origin, picture }) =>
      // An error page is a page.
      expect((await picture({ url: `${origin.url}/status-500` })).at(600, 500)).toBe(BLUE),
  ],
}
