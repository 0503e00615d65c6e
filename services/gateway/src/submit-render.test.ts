import { describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { createOptions, optionNames } from '@render/options'
import * as fc from 'fast-check'
import { randomUUIDv7 } from 'node:crypto'
import type { Caller } from './authenticate.ts'
import { readOptions } from './read-options.ts'
import { prepareRender } from './submit-render.ts'

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
const context = {
  routing: { queues: ['batch'], regions: [], versions: ['stable'] },
  egress: { check: async () => {} },
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
  { isForm = false, ...form }: { isForm?: boolean; isAsync?: boolean; caller?: Caller } = {},
) =>
  prepareRender(
    {
      renderId: randomUUIDv7(),
      asked: readOptions(body, (form.caller ?? caller).account, options, { isForm }),
      isAsync: false,
      caller,
      requestId: 'request_1',
      ...form,
    },
    context,
  )

describe('prepareRender', () => {
  test('parts a render into jobs, each with what its reader may see', async () => {
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
      options: expect.objectContaining({ html: '<p>markup', width: 300, format: 'png' }),
      sealedOptions: 'worker:{"url":"http://public.com/?secret","base_url":"http://public.com/?secret"}',
      warnings: [],
    })
    expect(record).toEqual({
      ...common,
      options: expect.not.objectContaining({ html: expect.anything() }),
    })
    expect(webhook).toEqual({ ...common, sealedUrl: 'dispatcher:"https://user:pass@hooks.com/"' })
  })

  test('wants no event without a receiver', async () => {
    expect((await prepare({ html: 'x', webhook_url: '' })).submission.webhook).toBeUndefined()
  })

  test('wants no event when it is told so', async () => {
    const body = { html: 'x', webhook_url: 'https://hooks.com', custom_id: 'mine' }
    expect((await prepare(body)).submission.webhook).toMatchObject({ customId: 'mine' })
    expect((await prepare({ ...body, skip_webhooks: true })).submission.webhook).toBeUndefined()
  })

  test('goes to the queue of workers that is named', async () => {
    expect((await prepare({ html: 'x', render_queue: 'batch' })).submission.record.queue).toBe('batch')
    const { submission, warnings } = await prepare({ html: 'x', render_queue: 'other' })
    expect(submission.record).not.toHaveProperty('queue')
    expect(warnings).toEqual([expect.stringContaining('"render_queue"')])
    await expect(prepare({ html: 'x', region: 'eu' })).rejects.toMatchObject({ code: 'InvalidOptions' })
  })

  test('is made by no browser that there is not', async () => {
    await expect(prepare({ html: 'x', browser: 'firefox' })).rejects.toMatchObject({
      code: 'InvalidOptions',
      message: expect.stringContaining('shell, chromium, chrome'),
    })
    expect((await prepare({ html: 'x', browser: 'Chrome' })).submission.render.options.browser).toBe('chrome')
  })

  test('carries the proxies of the project where one is asked for, as they were sealed', async () => {
    const owner = ownerOf({ sealedProxies: 'sealed' })
    for (const body of [{ use_proxy: true }, { retry_with: [{ use_proxy: true }] }]) {
      const { submission } = await prepare({ html: 'x', ...body }, { caller: owner })
      expect(submission.render.sealedProxies).toBe('sealed')
      await expect(prepare({ html: 'x', ...body })).rejects.toMatchObject({
        code: 'InvalidOptions',
        message: expect.stringContaining('"use_proxy"'),
        details: [{ option: Object.keys(body)[0], message: expect.stringContaining(Object.keys(body)[0]!) }],
      })
    }
    const { submission } = await prepare({ html: 'x' }, { caller: owner })
    expect(submission.render).not.toHaveProperty('sealedProxies')
  })

  test('lies over the defaults of the project, whose secrets are sealed as its own', async () => {
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
    expect(render.options).toMatchObject({ width: 500, dpr: 2, height: 1024 })
    expect(record.options).toMatchObject({ width: 500 })
    expect(render.sealedOptions).toBe('worker:{"authorization":"sesame","cookie":["b=own"]}')
    expect(webhook?.sealedUrl).toBe('dispatcher:"https://hooks.com/"')
    expect(JSON.stringify([render.options, record, render.warnings])).not.toContain('sesame')
  })

  test('can take away an address that the project has', async () => {
    const owner = ownerOf({ defaults: { webhook_url: 'https://hooks.com' } })
    const { submission } = await prepare({ html: 'x', webhook_url: '' }, { caller: owner })
    expect(submission.webhook).toBeUndefined()
  })

  test('is refused by the name of the option that cannot go together with the project', async () => {
    const owner = ownerOf({ defaults: { full_page: true, full_page_slices: true } })
    await expect(prepare({ html: 'x', full_page: false }, { caller: owner })).rejects.toMatchObject({
      code: 'InvalidOptions',
      details: [{ option: 'full_page_slices' }],
    })
    expect((await prepare({ html: 'x' }, { caller: owner })).submission.id).toBeTruthy()
  })

  test('is told when the project has what cannot be, unless it says otherwise itself', async () => {
    const owner = ownerOf({ defaults: { width: 9000 } })
    await expect(prepare({ html: 'x' }, { caller: owner })).rejects.toMatchObject({
      message: expect.stringMatching(/^Of the project's defaults: "width" must be/),
      details: [{ option: 'width' }],
    })
    expect((await prepare({ html: 'x', width: 300 }, { caller: owner })).warnings).toEqual([])
  })

  test('tells which defaults of the project are not in effect', async () => {
    const owner = ownerOf({ defaults: { use_s3: true, dark_mod: true } })
    expect((await prepare({ html: 'x' }, { caller: owner })).warnings).toEqual([
      `Of the project's defaults: Unknown option "dark_mod" was ignored: did you mean "dark_mode"?`,
      `Of the project's defaults: "use_s3" is not yet in effect.`,
    ])
  })

  test('an empty address beside markup is none', async () => {
    expect((await prepare({ html: 'x', url: '' })).submission.render).not.toHaveProperty('sealedOptions')
  })

  test('reads forms as such', async () => {
    const body = { html: 'x', wait_to_leave: 'p', wait_to_leave_pierce: 'true' }
    await expect(prepare(body)).rejects.toMatchObject({ code: 'InvalidOptions' })
    const { submission } = await prepare(body, { isForm: true })
    expect(submission.render.options.wait_to_leave_pierce).toBe(true)
  })

  test('warns of what only a caller who waits could notice', async () => {
    const body = { html: 'x', redirect_after: 5, response_type: 'binary' }
    expect((await prepare(body)).warnings).toEqual([])
    expect((await prepare(body, { isAsync: true })).warnings).toEqual([
      '"redirect_after" has no effect on an asynchronous render.',
      '"response_type" binary has no effect on an asynchronous render: its record is JSON.',
    ])
  })

  test.each([
    [{}, 95],
    [{ redirect_after: '5' }, 5],
    [{ redirectAfter: 0 }, 0],
  ])('%j sends on after %i seconds', async (options, seconds) => {
    expect((await prepare({ html: 'x', ...options })).redirectAfterSeconds).toBe(seconds)
  })

  test('ids are version 7, and their random bits are no counter', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await prepare({ html: 'x' })).submission.id),
    )
    expect(new Set(ids).size).toBe(20)
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(ids).not.toEqual(ids.toSorted())
  })

  test('whatever is sent is taken or refused in words, never a failure of ours', async () => {
    const names = fc.oneof(fc.constantFrom(...optionNames), fc.string())
    const body = fc.dictionary(names, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 8 })
    await fc.assert(
      fc.asyncProperty(body, fc.boolean(), async (values, withMarkup) => {
        const sent = withMarkup ? { ...values, html: 'x' } : values
        try {
          const { submission } = await prepare(sent)
          const { html: _, ...stored } = submission.render.options
          expect(JSON.stringify([stored, submission.record, submission.render.warnings])).not.toMatch(
            /\\u0000|\\ud[89a-f]/,
          )
        } catch (error) {
          expect(error).toBeInstanceOf(RenderError)
          expect((error as RenderError).status).toBeLessThan(500)
        }
      }),
      { numRuns: 3000 },
    )
  })
})
