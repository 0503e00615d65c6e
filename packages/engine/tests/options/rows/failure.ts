import { expect } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { CLOSED_URL, isNightly, listenOn, startHeldSite } from '@render/testkit'
import { RetryWanted } from '../../../src/index.ts'
import { page, SHORT_TIMEOUT_MS, VIEWPORT } from '../../test-engine.ts'
import { BLUE, GREEN, RED } from '../colours.ts'
import { probeEach, type Probe, type Rows, type World } from '../probe.ts'

/** Returns the error of a render of a path of the site or of markup, or `made`. */
async function failure({ engine, origin }: World, options: GivenOptions): Promise<unknown> {
  const address = options.html === undefined ? { url: origin.url + (options.url ?? '/green') } : {}
  return engine.make({ ...options, ...address }).then(
    () => 'made',
    (error: unknown) => error,
  )
}

const fails =
  (options: GivenOptions, message: string): Probe =>
  async (world) =>
    expect(await failure(world, options)).toMatchObject({ code: 'RenderFailedError', message })

const makes =
  (options: GivenOptions): Probe =>
  async (world) =>
    expect(await failure(world, options)).toBe('made')

const retries =
  (options: GivenOptions, condition: string): Probe =>
  async (world) => {
    const error = await failure(world, options)
    expect(error).toBeInstanceOf(RetryWanted)
    expect(error).toMatchObject({ condition })
  }

const on4xx = 'Failed to render. Requested URL returned a 4xx error code and fail_on_4xx was true'
const html = page('', '<b>here</b>')
const TIMED_OUT = `<script>
  const late = Object.assign(document.createElement('u'), { style: 'display: block; width: 300px; height: 9px' })
  onload = () => fetch('/held').then(() => document.body.append(late))</script>`

/** A challenge page of each vendor. */
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
const VENDORS = Object.keys(CHALLENGES)
/** Vendors that are known by a title, a frame and a widget; at night, all. */
const SOME_VENDORS = isNightly ? VENDORS : ['Cloudflare', 'DataDome', 'Turnstile']
const WIDGETS = ['Turnstile', 'reCAPTCHA', 'hCaptcha', 'Arkose', 'GeeTest']
const OF_CLOUDFLARE = ['Cloudflare', 'Turnstile']
const FORM = '<form>Name <input> Text <textarea></textarea></form>'
/** The markup of an invisible reCAPTCHA that does not show a challenge. */
const INVISIBLE = `
  <div class="grecaptcha-badge"><iframe src="https://a.example/recaptcha/api2/anchor?size=invisible"></iframe></div>
  <div style="visibility: hidden"><iframe src="https://a.example/recaptcha/api2/bframe?k"></iframe></div>`
const ENTERPRISE = '<iframe src="https://a.example/recaptcha/enterprise/anchor?size=normal"></iframe>'
const SILENT =
  '<div id="challenge-container"></div><script src="https://x.token.awswaf.com/challenge.js"></script>'
const ARTICLE = '<p>An ordinary page has more to say than its form. '.repeat(40)

/** Renders a page with the challenges of these vendors. */
const challenge = (world: World, names: readonly string[], options: GivenOptions, around = '') => {
  const html = page('', names.map((name) => CHALLENGES[name]).join('') + around)
  return failure(world, { html, wait_until: 'domloaded', skip_final_delay: true, ...options })
}

/** Expects the challenge of each of these vendors to fail. */
async function expectCaught(
  world: World,
  names: readonly string[],
  options: GivenOptions,
  around?: string,
): Promise<void> {
  const caught = names.map(async (name) =>
    expect(await challenge(world, [name], options, around)).toMatchObject({
      code: 'RenderFailedError',
      message: expect.stringContaining(name),
    }),
  )
  await Promise.all(caught)
}

/** Expects the option to show a page whose load never ends because of this markup. */
async function ignoresLoadErrors({ engine, origin, picture }: World, markup: string): Promise<void> {
  const html = page('body { background: #0f0 }', markup)
  const never = { html, base_url: origin.url, skip_final_delay: true }
  await expect(engine.make({ ...never, timeout: SHORT_TIMEOUT_MS })).rejects.toMatchObject({
    code: 'RenderTimeoutError',
  })
  const shown = await picture({ ...never, timeout: 5000, ignore_load_errors: true })
  expect(shown.at(600, 500)).toBe(GREEN)
}

export const failurePolicy: Rows = {
  fail_on_3xx: {
    'a redirected page fails, and its target alone does not': async ({ engine }) => {
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
    'a redirected page fails, and shows its first status, after a reload': async ({ engine }) => {
      await using site = await listenOn('127.0.1.1', ({ url }, res) => {
        if (url === '/') res.writeHead(302, { location: '/there' }).end()
        else res.setHeader('content-type', 'text/html').end(html)
      })
      const others = isNightly ? [{ reload_after_scroll: true }, { revisit: true }] : []
      for (const again of [{ reload: true }, ...others]) {
        const options = { url: site.url, ...again }
        expect((await engine.make(options)).response).toEqual({ statusCode: 200, statusCodeInitial: 302 })
        await expect(engine.make({ ...options, fail_on_3xx: true })).rejects.toMatchObject({
          code: 'RenderFailedError',
        })
      }
    },
  },
  fail_on_4xx: {
    'a 404 fails': fails({ url: '/status-404', fail_on_4xx: true }, on4xx),
    '"fail_on_5xx" does not fail a 404': makes({ url: '/status-404', fail_on_5xx: true }),
    'a 200 does not fail': makes({ fail_on_4xx: true }),
    'the status of a page that a script leads to counts': async ({ engine }) => {
      const going = page('', `<script>setTimeout(() => (location = '/gone'), 300)</script>`)
      await using site = await listenOn('127.0.1.1', ({ url, method }, res) => {
        const status = method === 'POST' ? 204 : url === '/gone' ? 404 : 200
        res.writeHead(status, { 'content-type': 'text/html' }).end(url === '/' ? going : html)
      })
      const js = "location = '/gone'"
      const there = { url: site.url, wait_for: 'b' }
      await expect(engine.make({ ...there, fail_on_4xx: true })).rejects.toThrow(on4xx)
      expect((await engine.make({ url: site.url, js })).response).toEqual({
        statusCode: 404,
        statusCodeInitial: 200,
      })
      // The document stays when the answer has no content.
      const post = `document.body.innerHTML = '<form method=post>'; document.forms[0].submit()
        setTimeout(() => (location.hash = 'sent'), 200)`
      const kept = await engine.make({ url: `${site.url}/form`, js: post })
      expect(kept.response?.statusCode).toBe(200)
    },
    'the address of an icon has a status like any other': async ({ engine }) => {
      await using site = await listenOn('127.0.1.1', ({ url }, res) => {
        if (url === '/red/favicon.ico') res.writeHead(302, { location: '/favicon.ico' }).end()
        else res.writeHead(404, { 'content-type': 'text/html' }).end(html)
      })
      for (const more of [{}, { fail_on: ['500'] }])
        expect([
          (await engine.make({ url: `${site.url}/favicon.ico`, ...more })).response,
          (await engine.make({ url: `${site.url}/red/favicon.ico`, ...more })).response,
        ]).toEqual([
          { statusCode: 404, statusCodeInitial: 404 },
          { statusCode: 404, statusCodeInitial: 302 },
        ])
      const failing = engine.make({ url: `${site.url}/favicon.ico`, fail_on_4xx: true })
      await expect(failing).rejects.toMatchObject({ code: 'RenderFailedError' })
    },
  },
  fail_on_5xx: {
    'the status of the captured page counts, after each kind of reload': async ({ engine }) => {
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
    'a 500 fails': fails(
      { url: '/status-500', fail_on_5xx: true },
      'Failed to render. Requested URL returned a 5xx error code and fail_on_5xx was true',
    ),
    '"fail_on_4xx" does not fail a 500': makes({ url: '/status-500', fail_on_4xx: true }),
  },
  fail_on: {
    'a listed status fails': fails(
      { url: '/status-404', fail_on: ['403', '404'] },
      'Failed to render. Requested URL returned 404 and fail_on was 403, 404',
    ),
    'a listed class of statuses fails': fails(
      { url: '/status-500', fail_on: ['5xx'] },
      'Failed to render. Requested URL returned 500 and fail_on was 5xx',
    ),
    'another status does not fail': makes({ url: '/status-404', fail_on: ['403'] }),
  },
  fail_on_except: {
    'excludes a status from "fail_on_4xx" and "fail_on"': makes({
      url: '/status-404',
      fail_on_4xx: true,
      fail_on: ['404'],
      fail_on_except: ['404'],
    }),
    'excludes a status from "retry_on"': makes({
      url: '/status-500',
      retry_on: ['5xx'],
      fail_on_except: ['500'],
    }),
    'another status still fails': fails(
      { url: '/status-404', fail_on_4xx: true, fail_on_except: ['5xx'] },
      on4xx,
    ),
  },
  retry_on: {
    'a listed status asks for another attempt, before "fail_on_4xx"': retries(
      { url: '/status-404', retry_on: ['404'], fail_on_4xx: true },
      '404',
    ),
    'a listed class of statuses asks for another attempt': retries(
      { url: '/status-500', retry_on: ['5xx'] },
      '500',
    ),
    '"all" includes statuses': retries({ url: '/status-500', retry_on: ['all'] }, '500'),
    'another status does not ask for another attempt': makes({
      url: '/status-500',
      retry_on: ['4xx', 'timeout'],
    }),
  },
  min_size_bytes: {
    'a smaller file asks for another attempt': retries(
      { html, retry_on: ['small_size'], min_size_bytes: 1_000_000 },
      'small_size',
    ),
    'a smaller file asks for another attempt with "all"': retries(
      { html, retry_on: ['all'], min_size_bytes: 1_000_000 },
      'small_size',
    ),
    'a larger file does not': makes({ html, retry_on: ['small_size'], min_size_bytes: 100 }),
    'without the condition "small_size" nothing happens': makes({
      html,
      retry_on: ['5xx'],
      min_size_bytes: 1_000_000,
    }),
  },
  fail_if_selector_missing: {
    ...probeEach(
      ['selector', 'wait_for', 'wait_for_x', 'width_from', 'height_from'],
      (option) => `a missing match of "${option}" fails`,
      (option) =>
        fails(
          {
            html,
            fail_if_selector_missing: true,
            wait_timeout: 200,
            [option]: option === 'wait_for_x' ? '//i' : 'i',
          },
          `Failed to render. No element matched "${option}" and fail_if_selector_missing was true`,
        ),
    ),
    'elements that are there do not fail': makes({
      html,
      fail_if_selector_missing: true,
      selector: 'b',
      wait_for: 'b',
      wait_for_x: '//b',
    }),
    'without the option a missing element does not fail': makes({ html, selector: '.missing' }),
    'the render waits for an element that appears late': async ({ engine }) => {
      const width = async (options: GivenOptions) => {
        await using late = await startHeldSite(page('', TIMED_OUT))
        if (options.fail_if_selector_missing) late.releaseLate()
        return (await engine.make({ url: late.url, skip_final_delay: true, ...options })).width
      }
      for (const option of ['selector', 'width_from']) {
        expect(await width({ [option]: 'u' })).toBe(VIEWPORT.width)
        expect(await width({ [option]: 'u', fail_if_selector_missing: true })).toBe(300)
      }
    },
  },
  fail_if_selector_present: {
    'an element that stays fails': fails(
      { html, fail_if_selector_present: true, wait_timeout: 200, wait_to_leave: 'b' },
      'Failed to render. The element of "wait_to_leave" was still there and fail_if_selector_present was true',
    ),
    'elements that are not there do not fail': makes({
      html,
      fail_if_selector_present: true,
      wait_to_leave: 'i',
      wait_to_leave_x: '//i',
    }),
    'without the option an element that stays does not fail': makes({
      html,
      wait_timeout: 200,
      wait_to_leave: 'b',
    }),
  },
  fail_if_captcha: {
    'a challenge of each vendor fails, only with the option': async (world) => {
      await expectCaught(world, SOME_VENDORS, { fail_if_captcha: true })
      expect(await challenge(world, [], { fail_if_captcha: true })).toBe('made')
      expect(await challenge(world, VENDORS, {})).toBe('made')
    },
    'a widget on a page with content or a form of its own is no challenge': async (world) => {
      const option = { fail_if_captcha: true }
      const others = isNightly ? VENDORS.filter((name) => !WIDGETS.includes(name)) : ['HUMAN']
      for (const around of [ARTICLE, FORM]) {
        expect(await challenge(world, WIDGETS, option, around)).toBe('made')
        await expectCaught(world, others, option, around)
      }
    },
    'an invisible reCAPTCHA is no challenge': makes({
      html: page('', INVISIBLE),
      wait_until: 'domloaded',
      fail_if_captcha: true,
    }),
    'a reCAPTCHA Enterprise fails': fails(
      { html: page('', ENTERPRISE), wait_until: 'domloaded', fail_if_captcha: true },
      'Failed to render. The page is a challenge of reCAPTCHA and fail_if_captcha was true',
    ),
    'a silent challenge of AWS WAF fails': fails(
      { html: page('', SILENT), wait_until: 'domloaded', fail_if_captcha: true },
      'Failed to render. The page is a challenge of AWS WAF and fail_if_captcha was true',
    ),
  },
  fail_if_cf_turnstile: {
    'only challenges of Cloudflare fail': async (world) => {
      const others = VENDORS.filter((name) => !OF_CLOUDFLARE.includes(name))
      await expectCaught(world, OF_CLOUDFLARE, { fail_if_cf_turnstile: true })
      expect(await challenge(world, others, { fail_if_cf_turnstile: true })).toBe('made')
    },
  },
  continue_on_nav_error: {
    'an address that refuses the connection gives the error page with warnings': async ({ engine }) => {
      const url = CLOSED_URL
      await expect(engine.make({ url })).rejects.toMatchObject({ code: 'NavigationError' })
      const { warnings, width } = await engine.make({ url, continue_on_nav_error: true })
      expect([width, warnings]).toEqual([
        VIEWPORT.width,
        [expect.stringContaining('refused the connection'), expect.stringContaining('error page')],
      ])
    },
    'an address that refuses the connection is not loaded again': async ({ engine }) => {
      const given = { url: CLOSED_URL, continue_on_nav_error: true }
      for (const again of [{ reload: true }, { reload_after_scroll: true }])
        expect((await engine.make({ ...given, ...again })).width).toBe(VIEWPORT.width)
    },
    'an address that fails when it is loaded again gives the error page': async ({ engine }) => {
      let views = 0
      await using site = await listenOn('127.0.1.1', (req, res) => {
        if (req.url === '/') views += 1
        if (views > 1) req.socket.destroy()
        else res.setHeader('content-type', 'text/html').end(html)
      })
      const given = { url: site.url, reload: true }
      await expect(engine.make(given)).rejects.toMatchObject({ code: 'NavigationError' })
      views = 0
      const { warnings } = await engine.make({ ...given, continue_on_nav_error: true })
      expect(warnings).toEqual([expect.stringContaining('The server'), expect.stringContaining('error page')])
    },
    'a page that takes too long fails all the same': async ({ engine, origin }) => {
      const html = page('', `<img src="${origin.url}/never-answers">`)
      const options = { html, timeout: SHORT_TIMEOUT_MS, continue_on_nav_error: true }
      await expect(engine.make(options)).rejects.toMatchObject({ code: 'RenderTimeoutError' })
    },
  },
  retry_on_nav_error: {
    'a connection that is closed once is tried again, a dead address fails': async ({ engine }) => {
      let requestCount = 0
      await using site = await listenOn('127.0.1.1', (req, res) => {
        requestCount += 1
        if (requestCount === 1) req.socket.destroy()
        else res.setHeader('content-type', 'text/html').end(html)
      })
      await expect(engine.make({ url: site.url })).rejects.toMatchObject({ code: 'NavigationError' })
      requestCount = 0
      expect(await engine.make({ url: site.url, retry_on_nav_error: true })).toBeDefined()
      let views = 0
      await using failing = await listenOn('127.0.1.1', (req, res) => {
        if (req.url === '/') views += 1
        // The browser repeats a request that fails on a connection that was used before.
        res.setHeader('connection', 'close').setHeader('content-type', 'text/html')
        if (views === 2) req.socket.destroy()
        else res.end(page('', `view ${views}`))
      })
      const again = { url: failing.url, reload: true, retry_on_nav_error: true, format: 'html' } as const
      expect(String((await engine.make(again)).body)).toContain('view 3')
      await expect(engine.make({ url: CLOSED_URL, retry_on_nav_error: true })).rejects.toMatchObject({
        code: 'NavigationError',
      })
    },
  },
  ignore_load_errors: {
    'an image that never loads does not fail the page, a page that never loads does': async (world) => {
      await ignoresLoadErrors(world, "<img src='/never-answers'>")
      const missing = { url: `${world.origin.url}/never-answers`, ignore_load_errors: true }
      await expect(world.engine.make({ ...missing, timeout: SHORT_TIMEOUT_MS })).rejects.toMatchObject({
        code: 'RenderTimeoutError',
      })
    },
    'a page that lacks files of its "head" is drawn': async ({ picture }) => {
      const files = '<link rel="stylesheet" href="/never?1"><script src="/never?2"></script>'
      const html = `<!doctype html><head>${files}</head>
        <body style="background: #f00"><script>document.body.style.background = '#0f0'</script>`
      await using site = await listenOn('127.0.1.1', ({ url }, res) => {
        if (url === '/') res.setHeader('content-type', 'text/html').end(html)
      })
      const never = { url: site.url, timeout: 5000, ignore_load_errors: true, skip_final_delay: true }
      const shown = [picture(never), picture({ ...never, disable_js: true })]
      expect((await Promise.all(shown)).map((each) => each.at(600, 500))).toEqual([GREEN, RED])
    },
    'a document that is loaded only in part is captured': (world) =>
      ignoresLoadErrors(world, "<script src='/never-answers'></script>"),
    'an error page is captured like any other page': async ({ origin, picture }) =>
      // An error page is captured like any other page.
      expect((await picture({ url: `${origin.url}/status-500` })).at(600, 500)).toBe(BLUE),
  },
}
