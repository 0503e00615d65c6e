import type { OpenRequest } from '../src/settling/traffic.ts'

/** A request for data that was just sent. */
export const OPEN_REQUEST: OpenRequest = {
  address: 'a',
  resourceType: 'fetch',
  ageMs: 10,
  isCrossOrigin: false,
  answeredBefore: 0,
  isUnanswered: true,
}
