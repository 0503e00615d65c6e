import { describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { createOptions, defaultLimits, parseOptions, type Limits } from '../index.ts'

/** For each limit, returns a body of the given size. */
const bodies: Record<keyof Limits, (size: number) => Record<string, unknown>> = {
  urlBytes: (size) => ({ url: 'a'.repeat(size) }),
  htmlBytes: (size) => ({ html: 'é'.repeat(size / 2) + 'a'.repeat(size % 2) }),
  codeBytes: (size) => ({ js: 'a'.repeat(size) }),
  selectorBytes: (size) => ({ selector: 'a'.repeat(size) }),
  headers: (size) => ({ header: Array.from({ length: size }, (_, at) => `a${at}=b`) }),
  headerBytes: (size) => ({ header: `a=${'b'.repeat(size - 2)}` }),
  cookies: (size) => ({ cookie: Array.from({ length: size }, (_, at) => `a${at}=b`) }),
  width: (size) => ({ width: size }),
  height: (size) => ({ height: size }),
  dpr: (size) => ({ dpr: size }),
  videoMs: (size) => ({ video_time: size }),
  videoWidth: (size) => ({ video_width: size }),
  videoHeight: (size) => ({ video_height: size }),
  videoFps: (size) => ({ video_fps: size }),
  thumbnails: (size) => ({ thumbnails: Array.from({ length: size }, (_, at) => ({ width: at + 1 })) }),
  retryEntries: (size) => ({ retry_with: Array.from({ length: size }, () => ({ width: 5 })) }),
}

function codeOf(action: () => unknown): string | undefined {
  try {
    action()
  } catch (error) {
    if (error instanceof RenderError) return error.code
  }
  return undefined
}

describe('limits', () => {
  const limits = Object.keys(defaultLimits) as (keyof Limits)[]

  test.each(limits)('%s: accepts the limit and rejects one more', (limit) => {
    const [option] = Object.keys(bodies[limit](2)) as [string]
    const body = (size: number) => ({ url: 'a', ...bodies[limit](size) })
    const size = defaultLimits[limit]
    expect(parseOptions(body(size)).options).toHaveProperty(option)
    expect(() => parseOptions(body(size + 1))).toThrow(`"${option}`)
  })

  test('can be set by the operator', () => {
    const smaller = Object.fromEntries(limits.map((limit) => [limit, 100]))
    const { parseOptions: parseSmaller, describeOptions } = createOptions({ ...defaultLimits, ...smaller })
    for (const limit of limits) {
      const body = (size: number) => ({ url: 'a', ...bodies[limit](size) })
      expect(() => parseSmaller(body(100))).not.toThrow()
      expect(() => parseSmaller(body(101))).toThrow()
    }
    expect(describeOptions().find(({ name }) => name === 'width')?.maximum).toBe(100)
    expect(parseOptions({ url: 'a', width: 101 }).options.width).toBe(101)
  })

  test('below a default lower it', () => {
    const { loweredDefaults, describeOptions } = createOptions({
      width: 800,
      dpr: 0.5,
      videoFps: 15,
      videoMs: 3000,
    })
    expect(loweredDefaults).toEqual({ width: 800, dpr: 0.5, video_fps: 15, video_time: 3000 })
    expect(describeOptions().find(({ name }) => name === 'video_fps')?.default).toBe(15)
    expect(createOptions().loweredDefaults).toEqual({})
  })

  test.each([
    ['ttl', -1, 'InvalidTtl'],
    ['ttl', 2_592_001, 'InvalidTtl'],
    ['ttl', 'soon', 'InvalidTtl'],
    ['max_retries', 6, 'InvalidOptions'],
  ])('%s %j is %s', (name, value, code) => {
    const parse = () => parseOptions({ url: 'a', [name]: value })
    expect(parse).toThrow(`"${name}"`)
    expect(codeOf(parse)).toBe(code)
  })
})
