import { describe, expect, test } from '@jest/globals'
import { optionsOf } from '@render/jobs'
import { useWorld } from './support/use-world.ts'

// Tests each limit at its value and one above it, in a gateway with limits set by its operator.
describe("an operator's limits", () => {
  const world = useWorld({
    BODY_LIMIT_BYTES: '2000',
    BODY_MAX_DEPTH: '3',
    BODY_MAX_KEYS: '5',
    BODY_MAX_ITEMS: '4',
    BODY_MAX_NODES: '9',
    MAX_URL_BYTES: '40',
    MAX_HTML_BYTES: '100',
    MAX_WIDTH: '800',
    MAX_HEIGHT: '600',
    MAX_DPR: '2',
    MAX_VIDEO_MS: '3000',
    MAX_VIDEO_FPS: '12',
    MAX_CODE_BYTES: '50',
    MAX_SELECTOR_BYTES: '20',
    MAX_HEADERS: '2',
    MAX_HEADER_BYTES: '30',
    MAX_COOKIES: '1',
    SYNC_REDIRECT_SECONDS: '1',
  })

  const text = (length: number) => 'p'.repeat(length)

  test.each<[string, object, object, string]>([
    ['bytes of a body', { unknown: text(1900) }, { unknown: text(2000) }, '413 BodyTooLarge'],
    ['depth', { unknown: [[1]] }, { unknown: [[[1]]] }, '400 InvalidOptions'],
    ['keys', { a: 1, b: 1, c: 1 }, { a: 1, b: 1, c: 1, d: 1, e: 1 }, '400 InvalidOptions'],
    ['items', { unknown: [1, 2, 3, 4] }, { unknown: [1, 2, 3, 4, 5] }, '400 InvalidOptions'],
    ['values', { a: [1, 2, 3], b: [1] }, { a: [1, 2, 3], b: [1, 2, 3] }, '400 InvalidOptions'],
    ['width', { width: 800 }, { width: 801 }, '400 InvalidOptions'],
    ['height', { height: 600 }, { height: 601 }, '400 InvalidOptions'],
    ['dpr', { dpr: 2 }, { dpr: 2.5 }, '400 InvalidOptions'],
    [
      'duration of a video',
      { format: 'mp4', video_scroll: true, video_scroll_duration: 500 },
      { format: 'mp4', video_scroll: true, video_scroll_duration: 501 },
      '400 InvalidOptions',
    ],
    ['css', { css: text(50) }, { css: text(51) }, '400 InvalidOptions'],
    ['js', { js: text(50) }, { js: text(51) }, '400 InvalidOptions'],
    ['selector', { selector: text(20) }, { selector: text(21) }, '400 InvalidOptions'],
    ['headers', { header: ['a: b', 'c: d'] }, { header: ['a: b', 'c: d', 'e: f'] }, '400 InvalidOptions'],
    ['a header', { header: `a: ${text(27)}` }, { header: `a: ${text(28)}` }, '400 InvalidOptions'],
    ['cookies', { cookie: ['a=b'] }, { cookie: ['a=b', 'c=d'] }, '400 InvalidOptions'],
    ['html', { html: text(100) }, { html: text(101) }, '400 HTMLProcessError'],
    [
      'url',
      { url: `http://127.0.1.1/${text(23)}` },
      { url: `http://127.0.1.1/${text(24)}` },
      '400 InvalidURLError',
    ],
    [
      'encoded url',
      { url: `http://127.0.1.1/${text(17)}é` },
      { url: `http://127.0.1.1/${text(18)}é` },
      '400 InvalidURLError',
    ],
  ])('%s', async (_limit, fitting, beyond, refused) => {
    const post = (options: object) => world.post('/v1/render/async', { html: 'x', ...options })
    expect(await post(fitting)).toMatchObject({ status: 201 })
    const { status, body } = await post(beyond)
    expect(`${status} ${body.error.code}`).toBe(refused)
  })

  test('redirect synchronous requests that say no time themselves', async () => {
    const rendering = Promise.withResolvers<void>()
    world.work.render = (job) => rendering.promise.then(() => world.succeed(job))
    const { status, body } = await world.post('/v1/render/sync', { html: 'x' })
    rendering.resolve()
    expect([status, body.redirectUrl]).toEqual([307, expect.stringMatching(/\/1\?redirect_after=1$/)])
  })

  test('lower the defaults above them', async () => {
    const made: unknown[] = []
    world.work.render = (job) => {
      const { width, height, video_fps, video_time } = optionsOf(job.data)
      made.push([width, height, video_fps, video_time])
      return world.succeed(job)
    }
    await world.post('/v1/render/sync', { html: 'x' })
    await world.post('/v1/render/sync', { html: 'x', height: 90, video_time: 40 })
    expect(made).toEqual([
      [800, 600, 12, 3000],
      [800, 90, 12, 40],
    ])
  })

  test('are shown in the list of options', async () => {
    const { body } = await world.ask('/v1/options')
    const width = body.options.find(({ name }: { name: string }) => name === 'width')
    expect(width).toMatchObject({ maximum: 800 })
  })
})
