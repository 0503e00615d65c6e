import { describe, expect, test } from '@jest/globals'
import type { DocumentActivity } from '../in-page/settling/observe-document.ts'
import { OPEN_REQUEST } from '../../tests/open-request.ts'
import { createJudge, type Reason } from './judge.ts'
import type { Observation } from './observe.ts'
import type { OpenRequest } from './traffic.ts'

const REST: DocumentActivity = {
  isFontLoading: false,
  animationsMs: [],
  timers: [],
  intervalsMs: [],
  isFrameRequested: false,
  idleFrames: 0,
  hasCanvas: false,
  trackedMs: 1000,
  isBusy: false,
}

interface Moment extends Partial<Omit<Observation, 'requests' | 'documents'>> {
  document?: Partial<DocumentActivity>
  requests?: Partial<OpenRequest>[]
}

/** Returns the reasons to wait for a page at each of these moments. */
function judged(...moments: Moment[]): Reason[][] {
  const judge = createJudge()
  return moments.map(({ document, requests = [], ...rest }) =>
    judge({
      documents: [REST, { ...REST, ...document }],
      requests: requests.map((request) => ({ ...OPEN_REQUEST, ...request })),
      places: {},
      hasMessengers: false,
      atMs: 0,
      ...rest,
    }),
  )
}

function timer(id: number, delayMs: number, dueInMs = delayMs) {
  return { document: { timers: [{ id, delayMs, dueInMs }] } }
}

describe('a page', () => {
  test('at rest is settled at once', () => {
    expect(judged({})).toEqual([[]])
  })

  test.each<[string, Moment, Reason]>([
    ['loads a font', { document: { isFontLoading: true } }, 'fonts'],
    ['has an animation that ends', { document: { animationsMs: [9000, 1500] } }, 'animations'],
    ['has a timer', timer(1, 5000, 900), 'timers'],
    ['has short intervals', { document: { intervalsMs: [100, 5000], trackedMs: 140 } }, 'timers'],
    ['requests a frame', { document: { isFrameRequested: true, idleFrames: 1 } }, 'frames'],
    [
      'draws on a canvas',
      { document: { isFrameRequested: true, idleFrames: 50, hasCanvas: true } },
      'frames',
    ],
    ['makes no pause', { document: { isBusy: true } }, 'scripts'],
    ['changed just now', { document: { changedMsAgo: 20 } }, 'changes'],
    ['may receive messages', { hasMessengers: true }, 'messages'],
  ])('that %s is waited for', (_, moment, reason) => {
    expect(judged(moment)[0]).toContain(reason)
    expect(judged({ ...moment, atMs: 2000 })).toEqual([[]])
  })

  test.each<[string, Moment]>([
    ['has an animation that ends after the time limit', { document: { animationsMs: [700] }, atMs: 1400 }],
    ['has a timer that fires late', timer(1, 3000, 1100)],
    ['has a timer that fires after the time limit', { ...timer(1, 5000, 700), atMs: 1400 }],
    ['has an interval that changes nothing', { document: { intervalsMs: [100], trackedMs: 160 } }],
    ['has a long interval', { document: { intervalsMs: [300] } }],
    ['draws frames that change nothing', { document: { isFrameRequested: true, idleFrames: 2 } }],
    ['draws endlessly', { document: { isFrameRequested: true, hasCanvas: true }, atMs: 1300 }],
    ['never makes a pause', { document: { isBusy: true }, atMs: 1300 }],
    ['changes endlessly', { document: { changedMsAgo: 1 }, atMs: 1300 }],
    ['changed a while ago', { document: { changedMsAgo: 60 } }],
    ['has received no message for a while', { hasMessengers: true, atMs: 260 }],
  ])('that %s is not waited for', (_, moment) => {
    expect(judged(moment)).toEqual([[]])
  })

  test('that changes at intervals is waited for until an interval changes nothing', () => {
    const tick = { intervalsMs: [200] }
    const changing = { document: { ...tick, changedMsAgo: 200 }, atMs: 600 }
    const resting = { document: { ...tick, changedMsAgo: 260 }, atMs: 660 }
    expect(judged(changing, resting)).toEqual([['timers'], []])
  })

  test('that may receive messages is waited for longer after a change', () => {
    const change = { document: { changedMsAgo: 100 }, atMs: 400 }
    expect(judged(change, { ...change, hasMessengers: true })).toEqual([[], ['messages']])
  })

  test('is waited for a moment after its last response or timer', () => {
    for (const first of [{ requests: [{}] }, timer(1, 300)])
      expect(judged(first, { atMs: 300 }, { atMs: 340 }, { atMs: 360 }).slice(1)).toEqual([
        ['changes'],
        ['changes'],
        [],
      ])
  })
})

describe('a request', () => {
  const isWaitedFor = (request: Partial<OpenRequest>, places: Observation['places'] = {}): boolean =>
    judged({ requests: [request], places })[0]!.includes('requests')

  test.each(['document', 'stylesheet', 'script', 'font', 'fetch', 'xhr', 'image'])(
    'for %s counts',
    (resourceType) => {
      expect(isWaitedFor({ resourceType })).toBe(true)
      expect(isWaitedFor({ resourceType, ageMs: 2000 })).toBe(false)
    },
  )

  test.each(['ping', 'eventsource', 'websocket', 'media', 'manifest', 'cspreport', 'prefetch', 'other'])(
    'for %s does not count',
    (resourceType) => {
      expect(isWaitedFor({ resourceType })).toBe(false)
    },
  )

  test("for another site's data does not count, for its style sheet does", () => {
    expect(isWaitedFor({ resourceType: 'xhr', isCrossOrigin: true })).toBe(false)
    expect(isWaitedFor({ resourceType: 'stylesheet', isCrossOrigin: true })).toBe(true)
  })

  test('for a picture counts depending on where the picture is drawn', () => {
    const image = { resourceType: 'image', ageMs: 600 }
    expect(isWaitedFor(image, { a: 'inside' })).toBe(true)
    expect(isWaitedFor(image, { a: 'nowhere' })).toBe(false)
    expect(isWaitedFor({ ...image, ageMs: 400 }, { a: 'nowhere' })).toBe(true)
    expect(isWaitedFor({ ...image, ageMs: 0 }, { a: 'outside' })).toBe(false)
  })

  test('that is made again and again does not count', () => {
    expect(isWaitedFor({ answeredBefore: 1 })).toBe(true)
    expect(isWaitedFor({ answeredBefore: 2 })).toBe(false)
  })
})

describe('timers', () => {
  test('that follow each other with different delays all count', () => {
    const [first, second] = judged(timer(1, 300), { ...timer(2, 200), atMs: 310 })
    expect([first, second]).toEqual([
      ['timers', 'changes'],
      ['timers', 'changes'],
    ])
  })

  test('that follow a timer with the same delay do not count', () => {
    const [, again, later] = judged(
      timer(1, 300),
      { ...timer(2, 300), atMs: 310 },
      { ...timer(3, 300), atMs: 620 },
    )
    expect([again, later]).toEqual([['changes'], []])
  })

  test('with the same delay all count when they were set before the first look', () => {
    const [, second] = judged(timer(1, 300), { ...timer(2, 300, 150), atMs: 150 })
    expect(second).toContain('timers')
  })

  test('are tracked until they fire', () => {
    const moments = judged(
      timer(1, 800),
      { ...timer(2, 500), atMs: 100 },
      { ...timer(2, 500, 300), atMs: 300 },
    )
    expect(moments.every((reasons) => reasons.includes('timers'))).toBe(true)
  })
})
