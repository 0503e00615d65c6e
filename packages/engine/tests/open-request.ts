import type { OpenRequest } from '../src/settling/traffic.ts'

/** A request for data that was just sent. */
export const OPEN_REQUEST: OpenRequest = {
  address: 'a',
  kind: 'fetch',
  ageMs: 10,
  isForeign: false,
  answeredBefore: 0,
  isUnanswered: true,
}
