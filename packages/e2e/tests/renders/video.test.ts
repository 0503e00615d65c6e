import { expect, test } from '@jest/globals'
import { readVideo, sendRequest, until, watchEvents, type StreamedEvent } from '@render/testkit'
import { useSharedStack } from '../use-shared-stack.ts'

const world = useSharedStack()
const SMALL = { html: '<p>page</p>', width: 160, height: 120, video_fps: 10, video_preset: 'ultrafast' }

test('a video has a length, frames and a debug output that says how it was made', async () => {
  const debug = { response_type: 'jsondebug', debug_video: true }
  const { status, body } = await world.client.sync({ ...SMALL, format: 'mp4', video_time: 500, ...debug })
  expect([status, body.warnings]).toEqual([200, undefined])
  expect(body).toMatchObject({ width: 160, height: 120, duration: 500, frames: 5 })
  const { headers, body: file } = await sendRequest(body.renderUrl)
  expect(headers.get('content-type')).toBe('video/mp4')
  const { stream, frames } = await readVideo(file)
  expect(stream).toMatchObject({ codec_name: 'h264', pix_fmt: 'yuv420p', r_frame_rate: '10/1' })
  expect(frames).toHaveLength(5)
  const { video } = body.debug
  expect(video).toMatchObject({ method: 'modern', fps: 10, codec: 'h264' })
  expect(video.frames.map(({ frame }: { frame: number }) => frame)).toEqual([0, 2, 4])
  for (const { url } of video.frames) {
    const picture = await sendRequest(url)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
  }
})

test('a mock has the length and the frames of the request', async () => {
  const { body } = await world.client.sync({ ...SMALL, format: 'webm', video_time: 500, mock: true })
  expect(body).toMatchObject({ mock: true, width: 160, height: 120, duration: 500, frames: 5 })
  const { body: file } = await sendRequest(body.renderUrl)
  expect((await readVideo(file)).stream.codec_name).toBe('vp9')
})

test('a video tells of its frames, and ends when it is cancelled', async () => {
  const { body } = await world.client.async({ ...SMALL, format: 'webm', video_time: 60_000 })
  const headers = { authorization: `Bearer ${world.stack.secretKey}` }
  const { events } = await watchEvents(`${body.statusUrl}/events`, { headers })
  const seen: StreamedEvent[] = []
  for await (const event of events) {
    seen.push(event)
    if (event.event !== 'frames') continue
    expect(event.data.total).toBe(600)
    await sendRequest(body.statusUrl, { method: 'DELETE', headers })
  }
  expect(seen.some(({ event }) => event === 'frames')).toBe(true)
  expect(seen.at(-1)!.event).toBe('failed')
  await until(async () => (await sendRequest(body.statusUrl)).body.error?.code === 'RenderCancelledError')
})

test.each([
  [{ video_time: 60_000, video_fps: 60 }, 'video_fps'],
  [{ video_quality: 52 }, 'video_quality'],
  [{ video_ffmpeg: ['-i', '/etc/passwd'] }, 'video_ffmpeg'],
])('%j is refused', async (options, named) => {
  const { status, body } = await world.client.sync({ html: 'x', format: 'mp4', ...options })
  expect([status, body.error.code]).toEqual([400, 'InvalidOptions'])
  expect(body.error.message).toContain(named)
})
