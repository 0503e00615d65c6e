import { describe, expect, test } from '@jest/globals'
import { findViolations, type Evidence } from './find-violations.ts'

/** Three renders: one made, one failed, one of which no answer came though it was made; each as it should be. */
const good: Evidence = {
  asked: [
    { tag: 'made', answer: 'accepted', renderId: 'r1', wantsEvent: true },
    { tag: 'failed', answer: 'accepted', renderId: 'r2', wantsEvent: true },
    { tag: 'unheard', answer: 'unknown', wantsEvent: false },
    { tag: 'refused', answer: 'refused', wantsEvent: true },
  ],
  statuses: new Map([
    ['r1', 'succeeded'],
    ['r2', 'failed'],
  ]),
  records: [
    { renderId: 'r1', tag: 'made', status: 'succeeded', sha256: 'aa' },
    { renderId: 'r2', tag: 'failed', status: 'failed', sha256: null },
    { renderId: 'r3', tag: 'unheard', status: 'succeeded', sha256: 'cc' },
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

test('a history in which all is well has no violation, an event delivered twice under its id among it', () => {
  expect(findViolations(good)).toEqual([])
})

describe('a violation is', () => {
  const [made, failed, unheard] = good.records

  test.each<[string, Partial<Evidence>, string]>([
    [
      'an accepted render that is not finished',
      {
        statuses: new Map([
          ['r1', 'succeeded'],
          ['r2', 'retrying'],
        ]),
      },
      'failed was accepted, and is retrying',
    ],
    [
      'an accepted render that nobody knows',
      { statuses: new Map([['r1', 'succeeded']]) },
      'failed was accepted, and is unknown',
    ],
    [
      'a finished render without a record',
      { records: [made!, unheard!] },
      'failed is failed, and recorded as undefined',
    ],
    [
      'a render whose record says otherwise',
      {
        records: [made!, { ...failed!, status: 'succeeded', sha256: 'bb' }, unheard!],
        served: new Map([
          ['r1', 'aa'],
          ['r2', 'bb'],
          ['r3', 'cc'],
        ]),
        usage: 3,
      },
      'failed is failed, and recorded as succeeded',
    ],
    [
      'a render that has the id of another',
      {
        records: [{ ...made!, tag: 'unheard' }, failed!, { ...unheard!, tag: 'made' }],
        events: [{ eventId: 'e3', renderId: 'r3' }],
      },
      'made is recorded as unheard',
    ],
    [
      'a render that was never asked for',
      { records: [...good.records, { renderId: 'r4', tag: 'other', status: 'failed', sha256: null }] },
      'r4 (other) was never asked for',
    ],
    [
      'a request that was rendered twice',
      { records: [...good.records, { renderId: 'r4', tag: 'unheard', status: 'failed', sha256: null }] },
      'unheard was rendered more than once',
    ],
    [
      'an artefact that is not there',
      { served: new Map([['r1', 'aa']]) },
      'unheard has not the artefact that its record tells of',
    ],
    [
      'an artefact with other bytes',
      {
        served: new Map([
          ['r1', 'aa'],
          ['r3', 'dd'],
        ]),
      },
      'unheard has not the artefact that its record tells of',
    ],
    ['an event that never came', { events: [] }, 'the event of made is delivered, and never came'],
    [
      'an event that is still to come',
      { deliveries: new Map([...good.deliveries, ['r2', 'pending']]) },
      'the event of failed is pending, and never came',
    ],
    [
      'an event that was lost',
      { deliveries: new Map([...good.deliveries, ['r2', 'lost']]) },
      'the event of failed is lost, and never came',
    ],
    [
      'a second event of one render',
      { events: [...good.events, { eventId: 'e2', renderId: 'r1' }] },
      'made has 2 events',
    ],
    [
      'an event that nobody wanted',
      { events: [...good.events, { eventId: 'e3', renderId: 'r3' }] },
      'unheard has an event that nobody wanted',
    ],
    [
      'an event of no render',
      { events: [...good.events, { eventId: 'e9', renderId: 'r9' }] },
      'an event tells of r9, which nobody knows',
    ],
    [
      'an event id that two renders share',
      { events: [...good.events, { eventId: 'e1', renderId: 'r2' }] },
      'the event e1 tells of several renders',
    ],
    ['a render counted twice', { usage: 3 }, '3 renders are counted, and 2 succeeded'],
    ['a render not counted', { usage: 1 }, '1 renders are counted, and 2 succeeded'],
  ])('%s', (_, change, said) => {
    expect(findViolations({ ...good, ...change })).toContain(said)
  })
})
