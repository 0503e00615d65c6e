import { describe, expect, test } from '@jest/globals'
import type { RenderOptions } from '@render/options'
import type { EncodingPlan } from './encoding-plan.ts'
import { ffmpegArguments } from './ffmpeg-arguments.ts'
import { layOutFrames } from './frame-layout.ts'

const SIZE = { width: 320, height: 200 }

/** Returns the values of the arguments of a video by their names. */
function valuesOf(plan: Partial<EncodingPlan>): (name: string) => string | undefined {
  const words = ffmpegArguments(
    {
      format: 'webm',
      codec: 'vp9',
      input: 'png',
      fps: 10,
      layout: layOutFrames(SIZE, { video_chrome_height: 0 }, SIZE, []),
      preset: 'medium',
      rate: { quality: 31 },
      further: {},
      ...plan,
    },
    'video',
  )
  return (name) => words[words.indexOf(name, words.indexOf('pipe:0')) + 1]
}

describe('the effort of VP8 and VP9', () => {
  test.each<[RenderOptions['video_preset'], string, string]>([
    ['ultrafast', 'realtime', '8'],
    ['superfast', 'realtime', '7'],
    ['veryfast', 'realtime', '6'],
    ['faster', 'good', '5'],
    ['fast', 'good', '4'],
    ['medium', 'good', '3'],
    ['slow', 'good', '2'],
    ['slower', 'good', '1'],
    ['veryslow', 'good', '0'],
  ])('of %s has the deadline %s and the speed %s', (preset, deadline, speed) => {
    const vp9 = valuesOf({ preset })
    expect([vp9('-deadline'), vp9('-cpu-used')]).toEqual([deadline, speed])
    const vp8 = valuesOf({ preset, codec: 'vp8' })
    expect(vp8('-cpu-used')).toBe(deadline === 'realtime' ? `-${speed}` : speed)
  })
})

test('h264 has fewer threads than VP9', () => {
  expect(valuesOf({ format: 'mp4', codec: 'h264' })('-threads')).toBe('2')
  expect(valuesOf({})('-threads')).toBe('4')
})

test('an average bit rate has bounds around it', () => {
  const value = valuesOf({ format: 'mp4', codec: 'h264', rate: { kilobits: 300 } })
  const names = ['-b:v', '-minrate', '-maxrate', '-bufsize']
  expect(names.map(value)).toEqual(['300k', '200k', '450k', '600k'])
})
