import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { createEgress, createHttpClient, type HttpClient } from '@render/net'
import type { GivenOptions } from '@render/options'
import { isNightly, startModelDouble, type ModelDouble } from '@render/testkit'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { createScratch, type RenderRequest } from '../src/index.ts'
import { questionTo } from './question-to.ts'
import { startTestEngine, type TestEngine } from './test-engine.ts'

const ATTEMPT_MS = 12_000

const limits: number[] = []
let engine: TestEngine
let double: ModelDouble
beforeAll(async () => {
  const http = createHttpClient(createEgress({ allow: ['127.0.1.0/24'] }))
  const request: HttpClient['request'] = (url, settings) => {
    limits.push(settings.timeoutMs)
    return http.request(url, settings)
  }
  double = await startModelDouble()
  engine = await startTestEngine({
    http: { ...http, request },
    maxBrowsers: 1,
    captures: 1,
    attemptTimeoutMs: ATTEMPT_MS,
  })
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  await double[Symbol.asyncDispose]()
})
beforeEach(() => {
  double.requests.length = 0
  double.answer = undefined
  double.answers.splice(0, Infinity, 'An answer.')
  limits.length = 0
})

async function ask(options: GivenOptions = {}, more: Partial<RenderRequest> = {}) {
  await using scratch = createScratch({ quotaBytes: 10 * 1024 ** 2 })
  const asked = {
    html: '<p>a',
    ...questionTo(double),
    llm_prompt: 'What is it?',
    ...options,
  } as const
  return engine.make(asked, { scratch, ...more })
}

test.each(['png', 'html'] as const)(
  'no browser and no turn is held while a model answers beside %s',
  async (format) => {
    const { promise: asking, resolve: onAsked } = Promise.withResolvers<() => void>()
    double.answer = (_request, res) => onAsked(() => res.writeHead(500).end())
    const rendering = ask({ format })
    const end = await asking
    // The only browser never serves two organisations at once.
    const other = await engine.make({ html: '<p>b' }, { organisation: 'b' })
    expect(other.width).toBeGreaterThan(0)
    end()
    expect((await rendering).llm).toEqual({ error: 'The provider answered with HTTP 500.' })
  },
)

test('a question ends without an answer before the caller gives the render up', async () => {
  // Never answered.
  double.answer = () => undefined
  const { llm, width } = await ask({}, { leftMs: 8000 })
  expect([llm, width]).toEqual([
    { error: expect.stringMatching(/^The model did not answer within [123] seconds\.$/) },
    200,
  ])
})

test('the time of the attempt does not count the question, which has 60 seconds', async () => {
  double.answer = (_request, res) => {
    double.answer = undefined
    void sleep(ATTEMPT_MS + 1000).then(() =>
      res.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    )
  }
  const { llm, width } = await ask()
  expect([llm, width]).toEqual([{ error: 'The provider did not return a valid model response.' }, 200])
  expect(limits).toHaveLength(1)
  expect(limits[0]).toBeLessThanOrEqual(60_000)
  expect(limits[0]).toBeGreaterThan(50_000)
})

test('a transparent picture is sent on white, as PNG', async () => {
  const html = '<body style="background: transparent">'
  await ask({ html, format: 'webp', transparent: true })
  const { format, hasAlpha } = await sharp(double.requests[0]!.pictures[0]).metadata()
  const { data } = await sharp(double.requests[0]!.pictures[0]).raw().toBuffer({ resolveWithObject: true })
  expect([format, hasAlpha, [...data.subarray(0, 3)]]).toEqual(['png', false, [255, 255, 255]])
})

test('a viewport of several captures is sent too, in sRGB', async () => {
  const { llm, warnings } = await ask({
    html: '<body style="background: #f00">',
    format: 'md',
    width: 9000,
    height: 16,
    dpr: 2,
    color_profile: 'dp3',
  })
  expect([llm, warnings]).toEqual([{ answer: 'An answer.' }, []])
  const [picture] = double.requests[0]!.pictures
  const { format, width, icc } = await sharp(picture).metadata()
  const [red, green, blue] = await sharp(picture, { ignoreIcc: true }).raw().toBuffer()
  expect([format, width, icc]).toEqual(['png', 512, undefined])
  expect([red! > 250, green! < 5, blue! < 5]).toEqual([true, true, true])
})

test('the text of the page has at most four characters for each token of the budget, with its frame', async () => {
  await ask({ html: '<p>Some words.'.repeat(200), llm_md_budget: 100 })
  const [, text] = double.requests[0]!.user
  expect(text!.length).toBeLessThanOrEqual(400)
  expect(text!.length).toBeGreaterThan(370)
  expect(text!.split('\n').at(-2)).toBe('(The text of the page is cut here.)')
})

const schema = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] } as const
/** packages/llm has all forms; the last one is tried at each commit. */
const forms: [GivenOptions, misfit: object, fit: object, answer: unknown][] = [
  [{ llm_schema: schema }, { price: 'a' }, { price: 1 }, { price: 1 }],
  [
    { llm_schema: schema, llm_output: 'array' },
    { elements: [{}] },
    { elements: [{ price: 1 }, { price: 2 }] },
    [{ price: 1 }, { price: 2 }],
  ],
  [{ llm_schema: ['news', 'shop'], llm_output: 'enum' }, { result: 'blog' }, { result: 'shop' }, 'shop'],
]
test.each(isNightly ? forms : forms.slice(-1))(
  'A-LLM-4: an answer that does not fit %j is asked for once more',
  async (options, misfit, fit, answer) => {
    double.answers.splice(0, Infinity, JSON.stringify(misfit), JSON.stringify(fit))
    expect((await ask(options)).llm).toEqual({ answer })
    expect(double.requests).toHaveLength(2)
    double.answers.splice(0, Infinity, JSON.stringify(misfit))
    expect((await ask(options)).llm).toEqual({ error: 'The answer of the model does not fit "llm_schema".' })
    expect(double.requests).toHaveLength(4)
  },
)
