import type { TrackedWork } from '../main-world/track-work.ts'

type AnswerListener = (event: { detail?: TrackedWork | null }) => void

/** The window of our isolated world in a frame. */
export interface TrackedRealm {
  readonly performance: {
    addEventListener(type: string, listener: AnswerListener, options: { once: true }): void
    removeEventListener(type: string, listener: AnswerListener): void
    dispatchEvent(event: object): void
  }
  readonly Event: new (type: string) => object
}

/** Asks `trackWork` in the page's own world for its report. There is no answer in a document without scripts. */
export function trackedWork({ performance, Event }: TrackedRealm): TrackedWork {
  let work: TrackedWork = { timers: [], intervalsMs: [], isFrameRequested: false, framesAt: [] }
  const onAnswer: AnswerListener = ({ detail }) => {
    if (detail) work = detail
  }
  performance.addEventListener('render.work.answer', onAnswer, { once: true })
  performance.dispatchEvent(new Event('render.work.question'))
  performance.removeEventListener('render.work.answer', onAnswer)
  return work
}
