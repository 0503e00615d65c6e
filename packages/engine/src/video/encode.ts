// Encodes pictures as a video with ffmpeg.
import { RenderError } from '@render/errors'
import { findOnPath, requireExecutable } from '../browser/executable.ts'
import type { LaunchSettings } from '../browser/launch.ts'
import { createRunProgram, ProgramFailed, type ProgramLimits } from '../programs/run-program.ts'
import type { Scratch } from '../scratch/render-scratch.ts'
import type { EncodingPlan } from './encoding-plan.ts'
import { ffmpegArguments } from './ffmpeg-arguments.ts'

interface EncodingRun {
  signal: AbortSignal
  scratch: Pick<Scratch, 'file'>
  /** Called with the number of frames that were encoded, or wait for it in the encoder. */
  onFrame?: (done: number) => void
}

export interface EncodedVideo {
  /** In the scratch folder. */
  path: string
  /** Frames of the file; another number than came in where the caller sets a frame rate by `video_ffmpeg`. */
  frames: number
  durationMs: number
  /** The arguments of ffmpeg, and what it said. */
  arguments: readonly string[]
  log: string
}

/**
 * Encodes frames while they come, no faster than the encoder takes them.
 * @throws what the frames throw, the signal's reason, or {RenderError} `EngineResponseNotOkError` when the encoder fails or there is none.
 */
export type Encode = (
  frames: AsyncIterable<Uint8Array>,
  plan: EncodingPlan,
  run: EncodingRun,
) => Promise<EncodedVideo>

const FILE = 'video'
/** How much more niceness than browsers the encoder has, so that pictures beside the video come first. */
const NICER = 5
const MAX_NICENESS = 19
const LIMITS: ProgramLimits = {
  // Bounds what outlives the deadline of its attempt.
  timeoutMs: 600_000,
  memoryBytes: 4 * 1024 ** 3,
  outputBytes: 200 * 1024 ** 2,
}

/**
 * Creates an encoder that searches for ffmpeg at each video unless its path is set, so that one installed later is found.
 * @throws {Error} for the operator, when the path that is set is wrong.
 */
export function createEncoder({
  ffmpegPath,
  niceness = 0,
  ...settings
}: Pick<LaunchSettings, 'chromiumUid' | 'environment' | 'enter' | 'niceness'> & {
  ffmpegPath?: string
}): Encode {
  const runProgram = createRunProgram(settings)
  const set = ffmpegPath && requireExecutable(ffmpegPath, 'FFMPEG_PATH')
  return async (frames, plan, { signal, scratch, onFrame }) => {
    const path = set ?? findOnPath('ffmpeg', settings.environment.PATH)
    if (path === undefined) throw failure(MISSING)
    const name = `${FILE}.${plan.format}`
    const to = await scratch.file(name)
    const words = ffmpegArguments(plan, name)
    let log = ''
    try {
      const progress = await runProgram({
        path,
        args: () => words,
        stdin: counted(frames, onFrame),
        written: { name, to },
        limits: LIMITS,
        niceness: Math.min(niceness + NICER, MAX_NICENESS),
        signal,
        onLog: (text) => void (log = text),
      })
      const encoded = framesIn(progress.toString())
      const fps = Number(plan.further['-r'] ?? plan.fps)
      return { path: to, frames: encoded, durationMs: (encoded / fps) * 1000, arguments: words, log }
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ProgramFailed)) throw error
      if (error.reason === 'input') throw error.cause
      throw failure(error.killedBy === 'SIGXFSZ' ? TOO_LARGE : NOT_ENCODED, error)
    }
  }
}

async function* counted(
  frames: AsyncIterable<Uint8Array>,
  onFrame?: (done: number) => void,
): AsyncGenerator<Uint8Array> {
  let done = 0
  for await (const frame of frames) {
    yield frame
    onFrame?.((done += 1))
  }
}

/** Reads the last report of ffmpeg's progress. */
function framesIn(progress: string): number {
  return Number([...progress.matchAll(/^frame=(\d+)$/gm)].at(-1)?.[1] ?? 0)
}

const MISSING =
  'No program to encode videos is installed: the operator has to install ffmpeg or to set FFMPEG_PATH.'
const TOO_LARGE = `The video is larger than ${LIMITS.outputBytes / 1024 ** 2} MB.`
const NOT_ENCODED = 'The video could not be encoded.'

function failure(message: string, cause?: unknown): RenderError {
  return new RenderError('EngineResponseNotOkError', { message, cause })
}
