import type { SideOutput } from '@render/outputs'

/** Frames of a video that are kept as pictures while all pass. */
export interface KeptFrames {
  /** All frames, unchanged. */
  passed: AsyncIterable<Uint8Array>
  /** Returns the kept ones, once all have passed. */
  files: () => SideOutput[]
}

/** Keeps the first, the middle and the last of `total` frames, which are png. */
export function keepFrames(frames: AsyncIterable<Uint8Array>, total: number): KeptFrames {
  const numbers = new Set([0, Math.floor((total - 1) / 2), total - 1])
  const kept: SideOutput[] = []
  async function* pass(): AsyncGenerator<Uint8Array> {
    let frame = 0
    for await (const picture of frames) {
      if (numbers.has(frame)) kept.push(fileOf(frame, picture))
      frame += 1
      yield picture
    }
  }
  return { passed: pass(), files: () => kept }
}

function fileOf(frame: number, picture: Uint8Array): SideOutput {
  return {
    type: 'png',
    body: { bytes: Buffer.from(picture) },
    suffix: `-frame-${frame}`,
    facts: { kind: 'frame', frame },
  }
}
