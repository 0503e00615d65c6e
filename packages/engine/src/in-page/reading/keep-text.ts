import { takePart } from './take-part.ts'

interface Text {
  text: string
}

/** The first part of a text that is kept for `takePart`, and what else is known of it. */
export type KeptText<Made extends Text> = Omit<Made, 'text'> & { part: string; length: number }

/** Makes a text and keeps it in our isolated world, because the browser's protocol copies each message several times. */
export function keepText<
  Given,
  Made extends Text,
  Tools extends object[] = [],
  Failure extends string = 'invalid',
>(
  given: { of: Given; partLength: number },
  make: (of: Given, ...tools: Tools) => Made | Failure,
  ...tools: Tools
): KeptText<Made> | Failure {
  const made = make(given.of, ...tools)
  if (typeof made === 'string') return made
  const { text, ...facts } = made
  Object.assign(globalThis, { keptText: text })
  return { ...facts, part: takePart({ start: 0, partLength: given.partLength }), length: text.length }
}
