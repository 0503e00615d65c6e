import type { Phase } from './choreography.ts'
import { easingOf } from './easing.ts'

/** The scroll position of a page at each time of a video. */
export interface Timeline {
  durationMs: number
  /** Returns the position in CSS pixels at a time in milliseconds; after the end the last one. */
  positionAt: (timeMs: number) => number
}

interface Part {
  endMs: number
  at(timeMs: number): number
}

/** Lays phases out one after the other. An easing may overshoot its target, but not 0 or `end`. */
export function timelineOf(phases: readonly Phase[], end: number): Timeline {
  const parts: Part[] = []
  let startMs = 0
  let position = 0
  for (const phase of phases) {
    const part = 'rests' in phase ? rest(phase.rests, startMs, position) : move(phase, startMs, position, end)
    if ('to' in phase) position = phase.to
    startMs = part.endMs
    parts.push(part)
  }
  return {
    durationMs: startMs,
    positionAt: (timeMs) => parts.find(({ endMs }) => timeMs < endMs)?.at(timeMs) ?? position,
  }
}

function rest(durationMs: number, startMs: number, position: number): Part {
  return { endMs: startMs + durationMs, at: () => position }
}

function move(
  { to, durationMs, ease }: Exclude<Phase, { rests: number }>,
  startMs: number,
  from: number,
  end: number,
): Part {
  const easing = easingOf(ease)
  return {
    endMs: startMs + durationMs,
    at(timeMs) {
      const reached = from + easing((timeMs - startMs) / durationMs) * (to - from)
      return Math.min(end, Math.max(0, reached))
    },
  }
}
