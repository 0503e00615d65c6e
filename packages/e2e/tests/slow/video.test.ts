import { expect, test } from '@jest/globals'
import { createRenderClient, readVideo, sendRequest } from '@render/testkit'
import { useOwnStack } from '../use-own-stack.ts'

const FPS = 30
const SECONDS = 60
/** In CSS pixels a second. */
const SPEED = 5
/** A black box on white. */
const HTML = `<!doctype html><style>body { margin: 0; background: #fff } i { position: absolute; width: 8px; height: 64px; background: #000;
  animation: move ${2 * SECONDS}s linear } @keyframes move { to { transform: translateX(${2 * SECONDS * SPEED}px) } }</style><i></i>`
const TIMEOUT_MS = 360_000

const world = useOwnStack()

test(
  `A-VID-13 a video of ${SECONDS} s with ${FPS} frames a second succeeds, and each frame shows its time`,
  async () => {
    const { baseUrl, secretKey } = world.stack.info
    const client = createRenderClient(baseUrl, secretKey)
    const options = { html: HTML, format: 'mp4', width: 320, height: 64, video_time: SECONDS * 1000 }
    const { body } = await client.async({ ...options, video_fps: FPS, video_preset: 'ultrafast' })
    const { body: ended } = await client.untilFinished(body.statusUrl, TIMEOUT_MS)
    expect(ended).toMatchObject({ status: 'succeeded', frames: FPS * SECONDS, duration: SECONDS * 1000 })
    const { stream, frames } = await readVideo((await sendRequest(ended.renderUrl)).body)
    expect(stream).toMatchObject({ codec_name: 'h264', r_frame_rate: `${FPS}/1`, avg_frame_rate: `${FPS}/1` })
    const lefts = frames.map((frame) =>
      Array.from({ length: frame.width }, (_, x) => x).findIndex((x) => frame.rgba(x, 32)[0] < 128),
    )
    const wrong = lefts.filter((left, at) => Math.abs(left - lefts[0]! - (at * SPEED) / FPS) > 2)
    expect(wrong).toEqual([])
    expect(lefts).toHaveLength(FPS * SECONDS)
  },
  TIMEOUT_MS,
)
