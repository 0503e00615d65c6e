import { readBody, type Facts } from '@render/outputs'
import type { GivenOptions } from '@render/options'
import { readVideo, type Video } from '@render/testkit'
import { createScratch, type Rendered, type RenderRequest } from '../../src/index.ts'
import type { TestEngine } from '../test-engine.ts'

interface RecordedFile extends Pick<Rendered, 'warnings' | 'diagnostics'> {
  file: Buffer
  facts: Facts
  sideOutputs: { name: string; body: Buffer }[]
}

type Request = [
  engine: Pick<TestEngine, 'make'>,
  options: GivenOptions,
  more?: Partial<Omit<RenderRequest, 'options'>>,
]

/** Renders a small video, by default of 10 frames a second and hardly compressed, and decodes it. */
export async function record(...request: Request): Promise<RecordedFile & { video: Video }> {
  const recorded = await recordFile(...request)
  return { ...recorded, video: await readVideo(recorded.file) }
}

/** Renders the same video for tests that look at no frame of it. */
export async function recordFile(...[{ make }, options, more = {}]: Request): Promise<RecordedFile> {
  await using scratch = createScratch({ quotaBytes: 1024 ** 3 })
  const small = { format: 'mp4', width: 160, height: 120, video_fps: 10, video_time: 300 } as const
  const { main, sideOutputs, warnings, diagnostics } = await make(
    { ...small, video_quality: 5, video_preset: 'ultrafast', ...options },
    { scratch, ...more },
  )
  const file = await readBody(main.body)
  const files = sideOutputs.map(async ({ suffix, body }) => ({ name: suffix, body: await readBody(body) }))
  return {
    warnings,
    diagnostics,
    file,
    facts: main.facts,
    sideOutputs: await Promise.all(files),
  }
}
