import { describe, expect, test } from '@jest/globals'
import { eventPart, type Finished, type RenderOutcome, type SideFile } from '@render/outputs'
import { eventBody } from './body.ts'

const facts = { contentType: 'image/png', sizeBytes: 4711, sha256: 'ab' }
const outcome: RenderOutcome = {
  artefact: { key: '2026/01/02/aaaaaaaaaaaaaaaaaaaaaa.png', ...facts },
  width: 1280,
  height: 1024,
  response: { statusCode: 200, statusCodeInitial: 301 },
  bandwidthBytes: 12_345,
  renderTimeMs: 123.4,
  queueTimeMs: 7,
  startedAt: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
  endedAt: Date.UTC(2026, 0, 2, 3, 4, 6, 0),
  attempts: 1,
  warnings: [],
}

const fileOf = (suffix: string) => ({
  ...facts,
  key: `2026/01/02/aaaaaaaaaaaaaaaaaaaaaa${suffix}.png`,
})
const thumbnail: SideFile = {
  kind: 'thumbnail',
  key: 'small',
  width: 4,
  height: 3,
  file: fileOf('-small'),
}
const sliceAt = (index: number): SideFile => ({
  kind: 'slice',
  index,
  offsetY: index * 3,
  width: 4,
  height: 3,
  file: fileOf(`-slice-${index}`),
})

/** Too long for a body together with another one. */
const long = { text: 'x'.repeat(15_000) }

const bodyOf = (finished: Finished) =>
  eventBody({
    renderId: 'r1',
    finished,
    createdAt: Date.UTC(2026, 0, 2, 3, 4, 4, 0),
    artefactUrl: 'https://renders.example.com',
  })
const succeeded = (changes: Partial<RenderOutcome> = {}) =>
  bodyOf({ status: 'succeeded', outcome: { ...outcome, ...changes } })
const failed = (message: string, details?: { option: string; message: string }[]) =>
  bodyOf({
    status: 'failed',
    error: { code: 'NavigationError', message, details },
    endedAt: Date.UTC(2026, 0, 2, 3, 4, 6, 0),
  })

describe('the body of an event', () => {
  test('of a success is exactly this', () => {
    expect(succeeded()).toBe(
      '{"event":"render.succeeded","renderId":"r1","result":{"renderUrl":"https://renders.example.com/renders/2026/01/02/aaaaaaaaaaaaaaaaaaaaaa.png","size":4711,"renderTime":123,"queueTime":7,"bandwidth":12345,"width":1280,"height":1024,"response":{"statusCode":200,"statusCodeInitial":301}},"meta":{"startTime":"2026-01-02T03:04:05.006Z","endTime":"2026-01-02T03:04:06.000Z"}}',
    )
  })

  test('of a success with side files is exactly this', () => {
    const body = succeeded({ files: [thumbnail, sliceAt(0)], warnings: ['one'] })
    expect(body).toContain(
      '"response":{"statusCode":200,"statusCodeInitial":301},"thumbnails":[{"key":"small","location":"https://renders.example.com/renders/2026/01/02/aaaaaaaaaaaaaaaaaaaaaa-small.png","width":4,"height":3}],"slices":[{"index":0,"offsetY":0,"width":4,"height":3,"url":"https://renders.example.com/renders/2026/01/02/aaaaaaaaaaaaaaaaaaaaaa-slice-0.png"}],"warnings":["one"]}',
    )
  })

  test('of a failure is exactly this', () => {
    expect(failed('The address refused.')).toBe(
      '{"event":"render.failed","renderId":"r1","error":{"message":"The address refused.","code":"NavigationError"},"meta":{"startTime":"2026-01-02T03:04:04.000Z","endTime":"2026-01-02T03:04:06.000Z"}}',
    )
  })

  test("contains the caller's id besides ours", () => {
    const event = { renderId: 'r1', customId: 'é-1', createdAt: 0, artefactUrl: 'https://a.b' }
    const error = { code: 'NavigationError', message: 'no' } as const
    for (const finished of [
      { status: 'succeeded', outcome },
      { status: 'failed', error, endedAt: 0 },
    ] as const)
      expect(eventBody({ ...event, finished })).toContain('"renderId":"r1","custom_id":"\\u00e9-1",')
  })

  test('of an engine failure has the code of the status', () => {
    const error = { code: 'EngineResponseNotOkError', message: 'no' } as const
    expect(bodyOf({ status: 'failed', error, endedAt: 0 })).toContain(
      '"code":"EngineAsyncResponseNotOkError"',
    )
  })

  test('never has both a result and an error', () => {
    expect(JSON.parse(succeeded())).not.toHaveProperty('error')
    expect(JSON.parse(failed('x'))).not.toHaveProperty('result')
  })

  test('is ASCII: all other characters and DEL are lower-case escapes', () => {
    const text = 'é\u007f\u0080ÿ…😀 \u2028"\\/\b\f\n\r\t\u0001'
    const body = failed(text)
    expect(body).toMatch(/^[\x20-\x7e]+$/)
    expect(body).toContain(
      '"\\u00e9\\u007f\\u0080\\u00ff\\u2026\\ud83d\\ude00 \\u2028\\"\\\\/\\b\\f\\n\\r\\t\\u0001"',
    )
    expect((JSON.parse(body) as { error: { message: string } }).error.message).toBe(text)
  })

  test.each([
    [48.858_37, '48.85837'],
    [0.1 + 0.2, '0.30000000000000004'],
    [-0.0001, '-0.0001'],
    [0.000_123_456_789, '0.000123456789'],
    [0.000_06, '0.0001'],
    [-1e-7, '0'],
    [2 ** 53 + 2, '9007199254740994'],
    [1e16, '10000000000000000'],
    [999_999_999_999_999_868_928, '999999999999999900000'],
    [1e21, '1000000000000000000000'],
    [-(2 ** 70), '-1180591620717411303424'],
  ])('writes %d without an exponent, and with all its digits where possible', (given, written) => {
    const body = succeeded({ bandwidthBytes: given, data: { customData: [given] } })
    expect(body).toContain(`"bandwidth":${written},`)
    expect(body).toContain(`"customData":[${written}]`)
  })

  test('contains warnings and error details if they fit', () => {
    expect(succeeded({ warnings: ['one'] })).toContain('"warnings":["one"]')
    expect(failed('m', [{ option: 'url', message: 'bad' }])).toContain(
      '"details":[{"option":"url","message":"bad"}]',
    )
  })

  test.each([
    ['warnings are dropped', succeeded({ warnings: Array.from({ length: 500 }, () => 'é'.repeat(20)) })],
    [
      'error details are dropped',
      failed(
        'm',
        Array.from({ length: 500 }, () => ({ option: 'url', message: 'x'.repeat(50) })),
      ),
    ],
    ['files are dropped', succeeded({ files: Array.from({ length: 300 }, (_, at) => sliceAt(at)) })],
    ['a message is cut', failed('é'.repeat(30_000))],
  ])('stays within 20 kB: %s', (_, body) => {
    expect(body.length).toBeLessThanOrEqual(20_000)
    const { event, renderId, meta } = JSON.parse(body) as Record<string, unknown>
    expect({ event, renderId, meta }).toMatchObject({ renderId: 'r1', meta: expect.any(Object) })
  })

  test('leaves out one member after another until the rest fits, and names them', () => {
    const data = { metadata: long, headers: { a: 'b' }, cookies: [], customData: long }
    const { result } = JSON.parse(succeeded({ data, files: [thumbnail] })) as { result: object }
    expect(result).toMatchObject({
      omitted: ['metadata'],
      headers: { a: 'b' },
      cookies: [],
      customData: long,
    })
    expect(result).toHaveProperty('thumbnails')
    const files = Array.from({ length: 300 }, (_, at) => sliceAt(at))
    const shortest = JSON.parse(succeeded({ data: { ...data, metadata: {} }, files })) as { result: object }
    expect(shortest.result).toMatchObject({
      renderUrl: expect.stringMatching(/png$/),
      omitted: ['metadata', 'headers', 'cookies', 'customData', 'slices'],
    })
  })

  test.each([
    [{ answer: [long, long] }, { omitted: ['metadata', 'llm'], customData: 1 }],
    [{ answer: 'short' }, { omitted: ['metadata'], llm: 'short', customData: 1 }],
    [{ error: 'Why.' }, { omitted: ['metadata'], llm: null, llmError: { message: 'Why.' }, customData: 1 }],
  ])('has the answer of a model unless it is too long: %#', (llm, expected) => {
    const { result } = JSON.parse(
      succeeded({ llm, data: { metadata: { ...long, more: long }, customData: 1 } }),
    ) as { result: object }
    expect(result).toMatchObject(expected)
    expect(Object.hasOwn(result, 'llm')).toBe('llm' in expected)
  })

  test('of a certified file has its certificate, without the options when nothing else is left to leave out', () => {
    const certificate = {
      timestamp: '2026-01-02T03:04:05.006Z',
      hashedOptions: '{"a":"ü"}',
      certifiedHash: 'ab',
    }
    expect(JSON.parse(succeeded({ certificate }))).toMatchObject({ result: certificate })
    const hashedOptions = JSON.stringify({ a: 'ü'.repeat(4000) })
    const { result } = JSON.parse(succeeded({ certificate: { ...certificate, hashedOptions } })) as {
      result: object
    }
    expect(result).toMatchObject({ certifiedHash: 'ab', omitted: ['hashedOptions'] })
    expect(result).not.toHaveProperty('hashedOptions')
  })

  test('drops warnings before files', () => {
    const warnings = Array.from({ length: 500 }, () => 'x'.repeat(50))
    const files = Array.from({ length: 50 }, (_, at) => sliceAt(at))
    const { result } = JSON.parse(succeeded({ warnings, files })) as { result: Record<string, unknown[]> }
    expect(result.slices).toHaveLength(50)
    expect(result).not.toHaveProperty('warnings')
    expect(result.omitted).toEqual(['warnings'])
  })

  test.each<[string, Partial<RenderOutcome>]>([
    [
      'data',
      { data: { metadata: long, cookies: [], headers: { a: 'b' }, customData: long }, warnings: ['one'] },
    ],
    ['numbers', { data: { metadata: { tiny: Array.from({ length: 1000 }, () => 1.234_567_890_123e-5) } } }],
    ['letters', { data: { metadata: { a: 'é'.repeat(6000) } }, llm: { answer: long } }],
    ['files', { files: [thumbnail, ...Array.from({ length: 300 }, (_, at) => sliceAt(at))] }],
    ['an answer', { llm: { answer: [long, long] }, data: { customData: 1 } }],
    ['no answer', { llm: { error: 'Why.' }, data: { customData: [long, long] } }],
    [
      'clicks',
      { clicks: Array.from({ length: 500 }, () => ({ selector: 'x'.repeat(50), matched: 1, clicked: 1 })) },
    ],
    [
      'diagnostics',
      {
        engine: {
          version: '1',
          browserVersion: '1',
          stages: [],
          diagnostics: { console: ['x'.repeat(30_000)], failedRequests: [] },
        },
      },
    ],
  ])('is the same for the short part of a result with %s', (_, changes) => {
    const finished = { status: 'succeeded', outcome: { ...outcome, ...changes } } as const
    const part = eventPart(finished)
    expect(JSON.stringify(part).length).toBeLessThan(JSON.stringify(finished).length)
    expect(bodyOf(part)).toBe(bodyOf(finished))
  })

  test('is the same for the short part of a long error', () => {
    const error = { code: 'NavigationError', message: 'é'.repeat(30_000) } as const
    const finished = { status: 'failed', error, endedAt: 0 } as const
    const part = eventPart(finished)
    expect(JSON.stringify(part).length).toBeLessThan(3000)
    expect(bodyOf(part)).toBe(bodyOf(finished))
  })

  test('keeps warnings that fit without longer members', () => {
    const { result } = JSON.parse(
      succeeded({ warnings: ['one'], data: { metadata: { ...long, more: long } } }),
    ) as {
      result: object
    }
    expect(result).toMatchObject({ warnings: ['one'], omitted: ['metadata'] })
  })
})
