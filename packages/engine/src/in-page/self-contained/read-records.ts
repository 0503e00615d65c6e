type AnswerListener = (event: { detail?: unknown }) => void

declare const Event: new (type: string) => object
declare const performance: {
  addEventListener(type: string, listener: AnswerListener, options: { once: true }): void
  removeEventListener(type: string, listener: AnswerListener): void
  dispatchEvent(event: object): void
}

/**
 * Asks `recordFonts` and `recordRules`, in the page's own world, for their records. Returns none in a document without scripts
 * or without these functions. Scripts of the page can forge the answer.
 */
export function readRecords(what: 'fonts' | 'rules' | 'texts' | 'states' | 'properties'): unknown[] {
  let records: unknown[] = []
  const onAnswer: AnswerListener = ({ detail }) => {
    if (Array.isArray(detail)) records = detail
  }
  performance.addEventListener(`render.${what}.answer`, onAnswer, { once: true })
  performance.dispatchEvent(new Event(`render.${what}.question`))
  performance.removeEventListener(`render.${what}.answer`, onAnswer)
  return records
}
