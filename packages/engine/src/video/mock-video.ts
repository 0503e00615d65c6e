import { timelineMs } from '@render/options'
import type { MockLimits, Outputs } from '../producer.ts'
import { planRecording } from './recording.ts'
import { layOutFrames } from './frame-layout.ts'
import type { VideoOptions } from './video-context.ts'

/** One black frame of 16 x 16 pixels, which ffmpeg wrote. */
const FILES = {
  mp4: [
    'AAAAIGZ0eXBpc29tAAACAGlzb21pc28yYXZjMW1wNDEAAAMHbW9vdgAAAGxtdmhkAAAAAAAAAAAAAAAAAAAD6AAAA+gAAQAA',
    'AQAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'AAAAAgAAAlZ0cmFrAAAAXHRraGQAAAADAAAAAAAAAAAAAAABAAAAAAAAA+gAAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAA',
    'AAAAAAABAAAAAAAAAAAAAAAAAABAAAAAABAAAAAQAAAAAAAkZWR0cwAAABxlbHN0AAAAAAAAAAEAAAPoAAAAAAABAAAAAAHO',
    'bWRpYQAAACBtZGhkAAAAAAAAAAAAAAAAAABAAAAAQABVxAAAAAAALWhkbHIAAAAAAAAAAHZpZGUAAAAAAAAAAAAAAABWaWRl',
    'b0hhbmRsZXIAAAABeW1pbmYAAAAUdm1oZAAAAAEAAAAAAAAAAAAAACRkaW5mAAAAHGRyZWYAAAAAAAAAAQAAAAx1cmwgAAAA',
    'AQAAATlzdGJsAAAA1XN0c2QAAAAAAAAAAQAAAMVhdmMxAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAABAAEABIAAAASAAAAAAA',
    'AAABDExhdmMgbGlieDI2NAAAAAAAAAAAAAAAAAAAAAAAAAAAGP//AAAAOGF2Y0MBZAAK/+EAG2dkAAqs2V7AWoCAgKAAAAMA',
    'IAAAAwBB4kSywAEABmjr48siwP34+AAAAAATY29scm5jbHgAAQABAAEAAAAAEHBhc3AAAAABAAAAAQAAABRidHJ0AAAAAAAA',
    'AKAAAACgAAAAGHN0dHMAAAAAAAAAAQAAAAEAAEAAAAAAHHN0c2MAAAAAAAAAAQAAAAEAAAABAAAAAQAAABRzdHN6AAAAAAAA',
    'ABQAAAABAAAAFHN0Y28AAAAAAAAAAQAAAzcAAAA9dWR0YQAAADVtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABtZGlyYXBwbAAA',
    'AAAAAAAAAAAAAAhpbHN0AAAACGZyZWUAAAAcbWRhdAAAABBliIQAFf/+98nvwKbr29+B',
  ],
  webm: [
    'GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQJChYECGFOAZwEAAAAAAAHQEU2bdLpNu4tTq4QVSalmU6yBoU27i1Or',
    'hBZUrmtTrIHGTbuMU6uEElTDZ1OsggEMTbuMU6uEHFO7a1OsggFm7AEAAAAAAABZAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAVSalmoCrX',
    'sYMPQkBNgIRMYXZmV0GETGF2ZkSJiECPQAAAAAAAFlSua8GuAQAAAAAAADjXgQFzxYgAAAAAAAAAAZyBACK1nIN1bmSIgQCG',
    'hVZfVlA5g4EBI+ODhDuaygDgibCBELqBEJqBAhJUw2fVc3PSY8CLY8WIAAAAAAAAAAFnyJxFo4dFTkNPREVSRIePTGF2YyBs',
    'aWJ2cHgtdnA5Z8iiRaOIRFVSQVRJT05Eh5QwMDowMDowMS4wMDAwMDAwMDAAABxTu2uRu4+zgQC3iveBAfGCAabwgQPsAQAA',
    'AAAAACEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAfQ7Z1peeBAKOggQAAgIJJg0IAAPAA9gA4JBwYSgAAMGAA',
    'ABC///1IjAA=',
  ],
}

/**
 * Makes a file of one frame, with the facts of the video that the options ask for. Without a page, a video that scrolls for a
 * time that depends on the page counts as one that does not.
 */
export function mockVideo(
  options: VideoOptions,
  { videoLimits }: MockLimits,
  warnings: string[],
): Promise<Outputs> {
  const { format, video_fps: fps, video_scroll } = options
  const { video } = layOutFrames(options, options, videoLimits, warnings)
  const durationMs = video_scroll ? timelineMs(options) : undefined
  const timeline = durationMs === undefined ? undefined : { durationMs, positionAt: () => 0 }
  const seek = video_scroll && !timeline ? { video_seek: 0 } : {}
  const { frames, warning } = planRecording({ ...options, ...seek }, timeline, videoLimits)
  if (warning !== undefined) warnings.push(warning)
  const bytes = Buffer.from(FILES[format].join(''), 'base64')
  const facts = { ...video, frames, durationMs: Math.round((frames * 1000) / fps) }
  return Promise.resolve({ main: { format, body: { bytes }, facts }, sideOutputs: [] })
}
