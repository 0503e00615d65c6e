import { describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { optionsOf } from '@render/jobs'
import { createOptions, optionNames } from '@render/options'
import { propertySettings } from '@render/testkit'
import * as fc from 'fast-check'
import { randomUUIDv7 } from 'node:crypto'
import type { Caller } from '../intake/identify.ts'
import { readOptions } from '../intake/read-options.ts'
import { prepareRender } from './prepare-render.ts'
import { routeRender } from './route-render.ts'

const caller: Caller = {
  keyHash: 'hash_1',
  organisationId: 'org_1',
  projectId: 'project_1',
  account: {
    organisationId: 'org_1',
    project: { id: 'project_1', enabled: true },
    user: null,
    plan: null,
    activeUntil: null,
  },
}
const routing = { queues: ['batch'], regions: [], versions: ['stable'] }
const context = {
  videoLengthLimits: { frames: 1800, durationMs: 60_000 },
  operatorDefaults: { redirect_after: 95 },
  egress: { check: async () => {} },
  sealingKeyOf: (id: string) => `key of ${id}`,
  seals: {
    worker: (value: unknown) => `worker:${JSON.stringify(value)}`,
    dispatcher: (value: unknown) => `dispatcher:${JSON.stringify(value)}`,
  },
}
const options = createOptions()
const ownerOf = (project: Partial<NonNullable<Caller['account']['project']>>): Caller => ({
  ...caller,
  account: { ...caller.account, project: { ...caller.account.project!, ...project } },
})
const prepare = async (
  body: Record<string, unknown>,
  {
    isForm = false,
    ...form
  }: { isForm?: boolean; isAsync?: boolean; isLink?: boolean; caller?: Caller } = {},
) => {
  const requested = readOptions(body, (form.caller ?? caller).account, options, { isForm })
  return prepareRender(
    {
      id: randomUUIDv7(),
      requested,
      route: routeRender(requested, routing),
      isAsync: false,
      isLink: false,
      caller,
      requestId: 'request_1',
      ...form,
    },
    context,
  )
}

describe('prepareRender', () => {
  test('makes the jobs of a render, each with the options that its reader may see', async () => {
    const { submission } = await prepare({
      url: 'public.com/?secret',
      html: '<p>markup',
      webhook_url: 'https://user:pass@hooks.com',
      width: '300',
    })
    const { render, record, webhook } = submission
    const common = {
      organisationId: 'org_1',
      projectId: 'project_1',
      requestId: 'request_1',
      createdAt: expect.any(Number),
    }
    expect(render).toEqual({
      ...common,
      options: { width: 300, media: 'screen' },
      areBrief: true,
      sealedOptions:
        'worker:{"url":"http://public.com/?secret","html":"<p>markup","base_url":"http://public.com/?secret"}',
      warnings: [],
    })
    expect(record).toEqual({
      ...common,
      options: { width: 300, media: 'screen' },
      areBrief: true,
    })
    expect(webhook).toEqual({ ...common, sealedUrl: 'dispatcher:"https://user:pass@hooks.com/"' })
  })

  test('warns about caching where nothing is cached', async () => {
    const body = { html: 'x', ttl: 5, force: true, unique: 'a', cache_ignore: 'b' }
    expect((await prepare(body)).warnings).toEqual(
      ['ttl', 'force', 'unique', 'cache_ignore'].map(
        (name) => `"${name}" has an effect only in a render link.`,
      ),
    )
    expect((await prepare(body, { isLink: true })).warnings).toEqual([])
  })

  test('makes no webhook job without a receiver', async () => {
    expect((await prepare({ html: 'x', webhook_url: '' })).submission.webhook).toBeUndefined()
  })

  test('makes no webhook job with skip_webhooks', async () => {
    const body = { html: 'x', webhook_url: 'https://hooks.com', custom_id: 'mine' }
    expect((await prepare(body)).submission.webhook).toMatchObject({ customId: 'mine' })
    expect((await prepare({ ...body, skip_webhooks: true })).submission.webhook).toBeUndefined()
  })

  test('uses the queue that render_queue names', async () => {
    expect((await prepare({ html: 'x', render_queue: 'batch' })).submission.record.queue).toBe('batch')
    const { submission, warnings } = await prepare({ html: 'x', render_queue: 'other' })
    expect(submission.record).not.toHaveProperty('queue')
    expect(warnings).toEqual([expect.stringContaining('"render_queue"')])
    await expect(prepare({ html: 'x', region: 'eu' })).rejects.toMatchObject({ code: 'InvalidOptions' })
  })

  test('refuses an unknown browser', async () => {
    await expect(prepare({ html: 'x', browser: 'firefox' })).rejects.toMatchObject({
      code: 'InvalidOptions',
      message: expect.stringContaining('shell, chromium, chrome'),
    })
    expect((await prepare({ html: 'x', browser: 'Chrome' })).submission.render.options.browser).toBe('chrome')
  })

  test.each(['sealedForWorker', 'sealedProxies'])(
    'carries %s of the project when an attempt uses a proxy',
    async (field) => {
      const owner = ownerOf({ [field]: 'sealed' })
      for (const body of [{ use_proxy: true }, { retry_with: [{ use_proxy: true }] }]) {
        const { submission } = await prepare({ html: 'x', ...body }, { caller: owner })
        expect(submission.render).toMatchObject({ [field]: 'sealed' })
        await expect(prepare({ html: 'x', ...body })).rejects.toMatchObject({
          code: 'InvalidOptions',
          message: expect.stringContaining('"use_proxy"'),
          details: [
            { option: Object.keys(body)[0], message: expect.stringContaining(Object.keys(body)[0]!) },
          ],
        })
      }
      const { submission } = await prepare({ html: 'x' }, { caller: owner })
      expect(submission.render).not.toHaveProperty(field)
    },
  )

  test('overrides the defaults of the project, whose secrets are sealed like its own', async () => {
    const defaults = {
      width: 500,
      dpr: 3,
      authorization: 'sesame',
      cookie: ['a=sesame'],
      webhook_url: 'https://hooks.com',
      archive: 7,
    }
    const { submission } = await prepare(
      { html: 'x', retina: true, cookies: ['b=own'] },
      { caller: ownerOf({ defaults }) },
    )
    const { render, record, webhook } = submission
    expect(optionsOf(render)).toMatchObject({ width: 500, dpr: 2, height: 1024 })
    expect(record.options).toMatchObject({ width: 500 })
    expect(render.sealedOptions).toBe('worker:{"html":"x","authorization":"sesame","cookie":["b=own"]}')
    expect(webhook?.sealedUrl).toBe('dispatcher:"https://hooks.com/"')
    expect(JSON.stringify([render.options, record, render.warnings])).not.toContain('sesame')
  })

  test('removes an address of the defaults when the request sends an empty one', async () => {
    const owner = ownerOf({ defaults: { webhook_url: 'https://hooks.com', proxy: 'proxy.com:80' } })
    const { submission } = await prepare({ html: 'x', webhook_url: '', proxy: '' }, { caller: owner })
    expect(submission.webhook).toBeUndefined()
    expect(submission.render.sealedOptions).toBe('worker:{"html":"x"}')
  })

  test('names the option that conflicts with the defaults of the project', async () => {
    const owner = ownerOf({ defaults: { full_page: true, full_page_slices: true } })
    await expect(prepare({ html: 'x', full_page: false }, { caller: owner })).rejects.toMatchObject({
      code: 'InvalidOptions',
      message: expect.stringMatching(/^In the project's defaults: "full_page_slices" needs/),
      details: [
        { option: 'full_page_slices', message: expect.stringContaining("In the project's defaults") },
      ],
    })
    expect((await prepare({ html: 'x' }, { caller: owner })).submission.id).toBeTruthy()
  })

  test.each<[Record<string, unknown>, Record<string, unknown>, string]>([
    [{ video_fps: 60, video_time: 60_000 }, { format: 'mp4' }, 'video_fps'],
    [{ region: 'mars' }, {}, 'region'],
    [{ use_llm: true }, {}, 'use_llm'],
    [{ no_upload: true, response_type: 'binary' }, { isAsync: true }, 'no_upload'],
  ])('names the defaults %j when they, not the request, are wrong', async (defaults, request, option) => {
    const { isAsync = false, ...own } = request
    const messageOf = (body: Record<string, unknown>, stored: Record<string, unknown>) =>
      prepare(body, { caller: ownerOf({ defaults: stored }), isAsync: isAsync === true }).then(
        () => '',
        ({ message }: RenderError) => message,
      )
    expect(await messageOf({ html: 'x', ...own }, defaults)).toMatch(
      new RegExp(`^In the project's defaults: .*"${option}"`),
    )
    expect(await messageOf({ html: 'x', ...own, ...defaults }, defaults)).toMatch(new RegExp(`^"${option}"`))
  })

  test('does not blame defaults with which an option of the request does not go', async () => {
    const owner = ownerOf({ defaults: { format: 'mp4' } })
    const refused = prepare({ html: 'x', video_fps: 60, video_time: 60_000 }, { caller: owner })
    await expect(refused).rejects.toMatchObject({ message: expect.stringMatching(/^"video_fps"/) })
  })

  test('refuses invalid defaults, unless the request sets the option', async () => {
    const owner = ownerOf({ defaults: { width: 9000 } })
    await expect(prepare({ html: 'x' }, { caller: owner })).rejects.toMatchObject({
      message: expect.stringMatching(/^In the project's defaults: "width" must be/),
      details: [{ option: 'width' }],
    })
    expect((await prepare({ html: 'x', width: 300 }, { caller: owner })).warnings).toEqual([])
  })

  test('secure_mode: tells all but ids and times to the worker only', async () => {
    const { submission } = await prepare({
      html: 'x',
      secure_mode: true,
      response_type: 'binary',
      tag: ['sesame'],
      custom_id: 'sesame',
      user_agent: 'sesame',
      download: 'sesame.png',
      sesame: 1,
      retry_on: ['timeout'],
      max_retries: 2,
      webhook_url: 'https://hooks.com',
    })
    const { id, render, record, webhook } = submission
    const { sealedOptions, sealedPlan, ...job } = render
    expect(sealedOptions).toContain('"custom_id":"sesame"')
    expect(sealedPlan).toBe(
      `worker:{"warnings":["Unknown option \\"sesame\\" was ignored."],"upload":{"copy":"once"},"answerKey":"key of ${id}"}`,
    )
    expect(Object.keys(job.options).toSorted()).toEqual([
      'max_retries',
      'retry_delay_ms',
      'retry_on',
      'secure_mode',
      'timeout',
    ])
    expect(record.options).toEqual({ secure_mode: true })
    expect(JSON.stringify([job, record, webhook])).not.toContain('sesame')
  })

  test('secure_mode: needs a place for a file that no answer has, and warns of a random one', async () => {
    const body = { html: 'x', secure_mode: true, response_type: 'binary' }
    await expect(prepare(body, { isAsync: true })).rejects.toMatchObject({
      code: 'InvalidOptions',
      details: [{ option: 'secure_mode', message: expect.stringContaining('"use_s3"') }],
    })
    const stored = {
      html: 'x',
      secure_mode: true,
      use_s3: true,
      s3_key: 'k',
      s3_secret: 's',
      s3_bucket: 'own',
    }
    const { submission, warnings } = await prepare(stored, { isAsync: true })
    expect(submission.render.sealedPlan).not.toContain('answerKey')
    expect(warnings).toEqual(['"secure_mode" keeps no address: set "s3_path" to know where the file is.'])
    expect((await prepare({ ...stored, s3_path: 'a' }, { isAsync: true })).warnings).toEqual([])
  })

  test('warns about defaults that have no effect', async () => {
    const owner = ownerOf({ defaults: { dark_mod: true } })
    expect((await prepare({ html: 'x' }, { caller: owner })).warnings).toEqual([
      `In the project's defaults: Unknown option "dark_mod" was ignored: did you mean "dark_mode"?`,
    ])
  })

  test('ignores an empty address beside markup', async () => {
    expect((await prepare({ html: 'x', url: '' })).submission.render.sealedOptions).toBe(
      'worker:{"html":"x"}',
    )
  })

  test('parses the text values of forms', async () => {
    const body = { html: 'x', wait_to_leave: 'p', wait_to_leave_pierce: 'true' }
    await expect(prepare(body)).rejects.toMatchObject({ code: 'InvalidOptions' })
    const { submission } = await prepare(body, { isForm: true })
    expect(submission.render.options.wait_to_leave_pierce).toBe(true)
  })

  test('warns about options without effect on an asynchronous render', async () => {
    const body = { html: 'x', redirect_after: 5, download: 'a.png', response_type: 'binary' }
    expect((await prepare(body)).warnings).toEqual([])
    expect((await prepare(body, { isAsync: true })).warnings).toEqual([
      '"redirect_after" has no effect on an asynchronous render.',
      '"download" has no effect on an asynchronous render.',
      '"response_type" binary has no effect on an asynchronous render: its record is JSON.',
    ])
  })

  test('warns about a name for downloads of an answer that is no file', async () => {
    expect((await prepare({ html: 'x', download: 'a.png' })).warnings).toEqual([
      '"download" has no effect with "response_type" json.',
    ])
  })

  test.each([
    [{}, 95],
    [{ redirect_after: '5' }, 5],
    [{ redirectAfter: 0 }, 0],
  ])('%j redirects after %i seconds', async (options, seconds) => {
    expect((await prepare({ html: 'x', ...options })).redirectAfterSeconds).toBe(seconds)
  })

  test('ids are UUIDs of version 7 with random bits', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await prepare({ html: 'x' })).submission.id),
    )
    expect(new Set(ids).size).toBe(20)
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(ids).not.toEqual(ids.toSorted())
  })

  test('accepts or refuses any input with a RenderError below 500', async () => {
    const names = fc.oneof(fc.constantFrom(...optionNames), fc.string())
    const body = fc.dictionary(names, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 8 })
    await fc.assert(
      fc.asyncProperty(body, fc.boolean(), async (values, withMarkup) => {
        const sent = withMarkup ? { ...values, html: 'x' } : values
        try {
          const { submission } = await prepare(sent)
          const { html: _, ...stored } = submission.render.options
          const text = JSON.stringify([stored, submission.record, submission.render.warnings])
          // An escape begins after an even number of backslashes: a name may itself contain a backslash.
          expect(text).not.toMatch(/(?<!\\)(?:\\\\)*\\(?:u0000|ud[89a-f])/)
        } catch (error) {
          expect(error).toBeInstanceOf(RenderError)
          expect((error as RenderError).status).toBeLessThan(500)
        }
      }),
      propertySettings({ numRuns: 1000 }),
    )
  })
})
