// The forms of answers, for each format.
import { describe, expect, test } from '@jest/globals'
import { useSharedStack } from '../use-shared-stack.ts'

const world = useSharedStack()

const text = (start: string) => Buffer.from(start).toString('hex')

/** The content type of each format, how its files begin in hex, and the members of their results. */
const formats: [format: string, type: string, start: string, members: string[]][] = [
  ['png', 'image/png', '89504e470d0a1a0a', ['width', 'height']],
  ['jpg', 'image/jpeg', 'ffd8ff', ['width', 'height']],
  ['webp', 'image/webp', `${text('RIFF')}.{8}${text('WEBP')}`, ['width', 'height']],
  ['avif', 'image/avif', `.{8}${text('ftypavif')}`, ['width', 'height']],
  ['svg', 'image/svg+xml', text('<svg '), ['width', 'height']],
  ['pdf', 'application/pdf', text('%PDF-1'), ['pages']],
  ['html', 'text/html; charset=utf-8', text('<!DOCTYPE html>'), []],
  ['mhtml', 'multipart/related', text('MIME-Version: 1.0\r\n'), []],
  ['md', 'text/markdown; charset=utf-8', '', []],
  ['mp4', 'video/mp4', `.{8}${text('ftyp')}`, ['width', 'height', 'duration']],
  ['webm', 'video/webm', '1a45dfa3', ['width', 'height', 'duration']],
]

describe.each(formats)('a mock of %s', (format, type, start, members) => {
  const mock = { html: '<p>x', format, mock: true, width: 64, height: 64 }

  test('A-RESP-1, A-MOCK-1: as binary has its type and its bytes', async () => {
    const { status, headers, body } = await world.client.sync({ ...mock, response_type: 'binary' })
    expect([status, headers.get('content-type')]).toEqual([200, type])
    expect(headers.get('content-length')).toBe(String(body.length))
    expect(headers.get('x-service-render-id')).toMatch(/^[\da-f-]{36}$/)
    expect(Buffer.from(body).toString('hex')).toMatch(new RegExp(`^${start}`))
  })

  test('A-RESP-2: as base64 is text that decodes to its bytes', async () => {
    const { headers, body } = await world.client.sync({ ...mock, response_type: 'base64' })
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const bytes = Buffer.from(Buffer.from(body).toString(), 'base64')
    expect(bytes.toString('hex')).toMatch(new RegExp(`^${start}`))
  })

  test('A-RESP-7, A-MOCK-1: as JSON has the members of its kind', async () => {
    const { body } = await world.client.sync(mock)
    const found = ['width', 'height', 'pages', 'duration'].filter((name) => name in body)
    expect(found).toEqual(members)
    expect(body).toMatchObject({ mock: true, size: expect.any(Number), renderUrl: expect.any(String) })
  })
})

test.each(['png', 'pdf', 'html', 'md', 'mp4'])(
  'A-RESP-4: jsondebug of %s tells of its stages, the console and failed requests',
  async (format) => {
    const { body } = await world.client.sync({
      html: '<img src="/nothing-here"><script>console.log("a line")</script>',
      base_url: world.origin.url,
      format,
      response_type: 'jsondebug',
      ...(format === 'mp4' && { video_time: 100, width: 64, height: 64 }),
    })
    expect(body.debug).toMatchObject({
      console: ['log: a line'],
      failedRequests: [{ url: `${world.origin.url}/nothing-here`, status: 404 }],
    })
    expect(body.debug.timings.stages.length).toBeGreaterThan(2)
    if (format === 'mp4') expect(body.debug.video).toMatchObject({ method: expect.any(String) })
  },
)
