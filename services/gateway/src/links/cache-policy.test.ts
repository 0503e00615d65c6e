import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from '@jest/globals'
import type { Account } from '@render/management-client'
import { createOptions, optionNames, optionOf, type OptionName } from '@render/options'
import { asForm, inCamelCase, propertySettings, validBody } from '@render/testkit'
import * as fc from 'fast-check'
import { readOptions } from '../intake/read-options.ts'
import { resolveRequested } from '../make/resolve-requested.ts'
import { computeCachePolicy } from './cache-policy.ts'

/** Options that change no file of a result, as the contract lists them. */
const OUTSIDE: ReadonlySet<string> = new Set([
  'cache_ignore',
  'custom_id',
  'download',
  'force',
  'redirect_after',
  'response_type',
  'skip_webhooks',
  'tag',
  'ttl',
  'webhook_url',
])

/** The options that an option needs beside it to be accepted. */
const BESIDE: Partial<Record<OptionName, Record<string, unknown>>> = {
  full_page_slices: { full_page: true },
  latitude: { latitude: 1, longitude: 1 },
  longitude: { latitude: 1, longitude: 1 },
  llm_key: { llm_provider: 'openai' },
  llm_output: { llm_schema: { type: 'object' } },
  use_llm: { llm_provider: 'openai', llm_key: 'k', llm_model: 'a', llm_prompt: 'Why?' },
  use_s3: { s3_key: 'k', s3_secret: 's', s3_bucket: 'pictures' },
  use_azure: { azure_account_name: 'own', azure_container_name: 'pages', azure_sas_token: 'sig=a' },
  no_upload: { response_type: 'binary' },
  secure_mode: { response_type: 'binary' },
}

/** Values of options that are addresses, or that no generated body has. */
const EXAMPLES: Record<string, unknown> = {
  url: 'http://b.example/',
  html: 'y',
  llm_base_url: 'https://models.example/v1',
  s3_endpoint: 'https://store.example/',
  webhook_url: 'https://hooks.example/',
}

/** What this service refuses in any case, and a shorthand of the default. */
const UNCOMPARED = ['gpu', 'solve_captchas', 'solve_cf_turnstile', 'json']

/** The project of the options that need a secret of it. */
const STORED: Given = { project: { sealedForWorker: 'sealed', secretsVersion: '1' } }

const parser = createOptions()
const context = {
  egress: { check: async () => {} },
  videoLengthLimits: { frames: 1800, durationMs: 60_000 },
  operatorDefaults: { redirect_after: 50 },
  linkSecret: 'a secret',
}
const PAGE = { url: 'http://a.example/' }

interface Given {
  defaults?: Record<string, unknown>
  project?: Partial<NonNullable<Account['project']>>
  isForm?: boolean
}

async function read(body: Record<string, unknown>, { defaults, project, isForm = false }: Given = {}) {
  const account: Account = {
    organisationId: 'org_1',
    project: { id: 'project_1', enabled: true, ...(defaults && { defaults }), ...project },
    user: { confirmed: true },
    plan: null,
    activeUntil: null,
  }
  const requested = readOptions(body, account, parser, { isForm })
  const caller = { keyHash: '', organisationId: 'org_1', projectId: account.project!.id, account }
  const { options } = await resolveRequested(requested, account, context)
  return { ...(await computeCachePolicy({ caller, renders: [requested] }, context)), options }
}

const digestOf = async (...given: Parameters<typeof read>) => (await read(...given)).key.digest

/** Undefined when the options conflict or need what is not there. */
const tryRead = (...given: Parameters<typeof read>) => read(...given).catch(() => undefined)

describe('the key of a cached link', () => {
  test('is the same in any order, spelling, case and encoding', async () => {
    await fc.assert(
      fc.asyncProperty(validBody, async (body) => {
        const link = await tryRead(body)
        if (!link) return
        const { digest } = link.key
        const inOtherCase = Object.fromEntries(
          Object.entries(body)
            .toReversed()
            .map(([name, value]) => [name, differently(name as OptionName, value)]),
        )
        expect(await digestOf(inOtherCase)).toBe(digest)
        expect(await digestOf(inCamelCase(body))).toBe(digest)
        expect(await digestOf(asForm(body), { isForm: true })).toBe(digest)
      }),
      propertySettings({ numRuns: 60 }),
    )
  })

  test('is the same for two requests only if every option that changes the result is', async () => {
    let [equal, different] = [0, 0]
    const difference = fc.oneof({ weight: 4, arbitrary: validBody }, fc.constant<Record<string, unknown>>({}))
    const change = fc.tuple(validBody, difference, difference)
    await fc.assert(
      fc.asyncProperty(change, async ([body, changed, defaults]) => {
        const { html: _, ...project } = defaults
        const [one, other, ofProject] = await Promise.all([
          tryRead(body),
          tryRead({ ...body, ...changed }),
          tryRead(body, { defaults: project }),
        ])
        for (const each of [other, ofProject]) {
          if (!one || !each) continue
          const isEqual = optionNames.every(
            (name) => OUTSIDE.has(name) || isDeepStrictEqual(at(one.options, name), at(each.options, name)),
          )
          expect(one.key.digest === each.key.digest).toBe(isEqual)
          if (isEqual) equal += 1
          else different += 1
        }
      }),
      propertySettings({ numRuns: 200 }),
    )
    expect(Math.min(equal, different)).toBeGreaterThan(10)
  })

  test('differs by each option alone that changes the result, and by no other', async () => {
    const samples = fc.sample(validBody, { numRuns: 1000, seed: 1 })
    const wrong: string[] = []
    const uncompared: string[] = []
    for (const name of optionNames) {
      const beside = { html: 'x', ...BESIDE[name] }
      const base = await read(beside, STORED)
      const drawn = samples.flatMap((body) => (name in body ? [body[name]] : []))
      const values = name in EXAMPLES ? [EXAMPLES[name]] : [true, false, ...drawn]
      const isShared = OUTSIDE.has(name) || name === 'debug'
      let isCompared = false
      for (const value of values) {
        const link = await tryRead({ ...beside, [name]: value }, STORED)
        if (!link || isDeepStrictEqual(link.options, base.options)) continue
        isCompared = true
        if ((link.key.digest === base.key.digest) !== isShared) wrong.push(name)
        break
      }
      if (!isCompared) uncompared.push(name)
    }
    expect(wrong).toEqual([])
    expect(uncompared).toEqual(UNCOMPARED)
  })

  test.each([
    ['http://a.example/', 'HTTP://A.Example:80'],
    ['http://a.example/b?c=d', ' a.example/b?c=d'],
    ['http://a.example/%C3%A9', 'http://a.example/é'],
  ])('is the same for the addresses %j and %j', async (one, other) => {
    expect(await digestOf({ url: other })).toBe(await digestOf({ url: one }))
  })

  test.each([
    ['http://a.example/', 'https://a.example/'],
    ['http://a.example/b', 'http://a.example/B'],
    ['http://a.example/?b', 'http://a.example/?b='],
  ])('differs for the addresses %j and %j', async (one, other) => {
    expect(await digestOf({ url: other })).not.toBe(await digestOf({ url: one }))
  })

  test('belongs to one project, and shows nothing of the options without the secret', async () => {
    const { key } = await read(PAGE)
    expect(key.projectId).toBe('project_1')
    expect(key.digest).toMatch(/^[\w-]{43}$/)
    expect((await read(PAGE, { project: { id: 'project_2' } })).key.projectId).toBe('project_2')
  })

  test('differs by keys that are no options', async () => {
    const digests = await Promise.all(
      [PAGE, { ...PAGE, archive: '1' }, { ...PAGE, archive: '2' }, { ...PAGE, Archive: '1' }].map((body) =>
        digestOf(body),
      ),
    )
    expect(new Set(digests).size).toBe(4)
  })

  test('changes with the secrets of the project where the render needs them', async () => {
    const stored = (secretsVersion: string) => ({ project: { sealedForWorker: 'sealed', secretsVersion } })
    const viaProxy = { ...PAGE, use_proxy: true }
    expect(await digestOf(viaProxy, stored('2'))).not.toBe(await digestOf(viaProxy, stored('1')))
    expect(await digestOf(PAGE, stored('2'))).toBe(await digestOf(PAGE, stored('1')))
  })

  test('changes with the language model of the project where it is asked', async () => {
    const withModel = (model: string): Given => ({
      project: { llm: { provider: 'openai', settings: { model, prompt: 'Why?' }, secrets: ['apiKey'] } },
    })
    const asking = { ...PAGE, use_llm: true }
    expect(await digestOf(asking, withModel('a'))).not.toBe(await digestOf(asking, withModel('b')))
    expect(await digestOf(PAGE, withModel('a'))).toBe(await digestOf(PAGE, withModel('b')))
  })
})

describe('the life of a cached link', () => {
  test.each<[object, object, number]>([
    [{}, {}, 2_592_000],
    [{ ttl: '60' }, {}, 60],
    [{}, { ttl: 60 }, 60],
    [{ ttl: 0 }, { ttl: 60 }, 0],
  ])('is %j, %j: %i s', async (body, defaults, seconds) => {
    expect(await read({ ...PAGE, ...body }, { defaults: { ...defaults } })).toMatchObject({
      ttlSeconds: seconds,
      isForced: false,
    })
  })

  test('is over at once when a render is wanted in any case', async () => {
    expect(await read({ ...PAGE, force: true })).toMatchObject({ isForced: true })
  })
})

function at(options: object, name: string): unknown {
  return options[name as keyof typeof options]
}

/** Writes a value in another way that means the same. */
function differently(name: OptionName, value: unknown): unknown {
  const { kind } = optionOf(name)
  if (kind === 'flag' && typeof value === 'boolean') return value ? 'YES' : 0
  if (kind === 'int') return ` ${String(value)}`
  if (kind === 'enum' && name !== 'md_em') return String(value).toUpperCase()
  return value
}
