import { describe, expect, test } from '@jest/globals'
import { findViolations, type Evidence } from './find-violations.ts'

/** A valid history: a render that succeeded, one that failed, one without a response that succeeded, and a refused one. */
const good: Evidence = {
  requested: [
    { tag: 'made', answer: 'accepted', renderId: 'r1', wantsEvent: true },
    { tag: 'failed', answer: 'accepted', renderId: 'r2', wantsEvent: true },
    { tag: 'unanswered', answer: 'unknown', wantsEvent: false },
    { tag: 'refused', answer: 'refused', wantsEvent: true },
  ],
  statuses: new Map([
    ['r1', 'succeeded'],
    ['r2', 'failed'],
  ]),
  records: [
    { renderId: 'r1', tag: 'made', status: 'succeeded', sha256: 'aa' },
    { renderId: 'r2', tag: 'failed', status: 'failed', sha256: null },
    { renderId: 'r3', tag: 'unanswered', status: 'succeeded', sha256: 'cc' },
  ],
  served: new Map([
    ['r1', 'aa'],
    ['r3', 'cc'],
  ]),
  events: [
    { eventId: 'e1', renderId: 'r1' },
    { eventId: 'e1', renderId: 'r1' },
  ],
  deliveries: new Map([
    ['r1', 'delivered'],
    ['r2', 'exhausted'],
  ]),
  usage: 2,
}

test('finds nothing in a valid history, even if an event is delivered twice under its id', () => {
  expect(findViolations(good)).toEqual([])
})

describe('reports', () => {
  const [made, failed, unanswered] = good.records

  test.each<[string, Partial<Evidence>, string]>([
    [
      'a response that neither accepts nor refuses',
      {
        requested: [...good.requested, { tag: 'broken', answer: 'broken', status: 500, wantsEvent: false }],
      },
      'broken was answered 500 without a render id',
    ],
    [
      'an accepted render that is not finished',
      {
        statuses: new Map([
          ['r1', 'succeeded'],
          ['r2', 'retrying'],
        ]),
      },
      'failed was accepted but is retrying',
    ],
    [
      'an accepted render that is unknown',
      { statuses: new Map([['r1', 'succeeded']]) },
      'failed was accepted but is unknown',
    ],
    [
      'a finished render without a record',
      { records: [made!, unanswered!] },
      'failed is failed but recorded as undefined',
    ],
    [
      'a render whose record has another status',
      {
        records: [made!, { ...failed!, status: 'succeeded', sha256: 'bb' }, unanswered!],
        served: new Map([
          ['r1', 'aa'],
          ['r2', 'bb'],
          ['r3', 'cc'],
        ]),
        usage: 3,
      },
      'failed is failed but recorded as succeeded',
    ],
    [
      'a render with the id of another',
      {
        records: [{ ...made!, tag: 'unanswered' }, failed!, { ...unanswered!, tag: 'made' }],
        events: [{ eventId: 'e3', renderId: 'r3' }],
      },
      'made is recorded as unanswered',
    ],
    [
      'a render that was never requested',
      { records: [...good.records, { renderId: 'r4', tag: 'other', status: 'failed', sha256: null }] },
      'r4 (other) was never requested',
    ],
    [
      'a request that was rendered twice',
      { records: [...good.records, { renderId: 'r4', tag: 'unanswered', status: 'failed', sha256: null }] },
      'unanswered was rendered more than once',
    ],
    [
      'a missing artefact',
      { served: new Map([['r1', 'aa']]) },
      'the artefact of unanswered differs from its record',
    ],
    [
      'an artefact with other bytes',
      {
        served: new Map([
          ['r1', 'aa'],
          ['r3', 'dd'],
        ]),
      },
      'the artefact of unanswered differs from its record',
    ],
    [
      'an event that was never received',
      { events: [] },
      'the event of made is delivered and was never received',
    ],
    [
      'a pending event',
      { deliveries: new Map([...good.deliveries, ['r2', 'pending']]) },
      'the event of failed is pending and was never received',
    ],
    [
      'a lost event',
      { deliveries: new Map([...good.deliveries, ['r2', 'lost']]) },
      'the event of failed is lost and was never received',
    ],
    [
      'a second event of one render',
      { events: [...good.events, { eventId: 'e2', renderId: 'r1' }] },
      'made has 2 events',
    ],
    [
      'an event without webhook_url',
      { events: [...good.events, { eventId: 'e3', renderId: 'r3' }] },
      'unanswered has an event without webhook_url',
    ],
    [
      'an event of an unknown render',
      { events: [...good.events, { eventId: 'e9', renderId: 'r9' }] },
      'an event names the unknown render r9',
    ],
    [
      'an event id that two renders share',
      { events: [...good.events, { eventId: 'e1', renderId: 'r2' }] },
      'the event e1 names several renders',
    ],
    ['a render counted twice', { usage: 3 }, '3 renders were counted but 2 succeeded'],
    ['a render not counted', { usage: 1 }, '1 renders were counted but 2 succeeded'],
  ])('%s', (_, change, violation) => {
    expect(findViolations({ ...good, ...change })).toContain(violation)
  })
})
