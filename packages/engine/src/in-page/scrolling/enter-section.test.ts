import { afterEach, expect, test } from '@jest/globals'
import { enterSection } from './enter-section.ts'

const realm = globalThis as Record<string, unknown>
const { setTimeout } = globalThis
afterEach(() => {
  Object.assign(realm, { setTimeout })
  for (const key of ['document', 'window', 'HTMLFormElement', 'MutationObserver']) delete realm[key]
})

/** Enters a section of a document with an animation that never ends. Returns the time that is waited for it. */
async function waitsFor(animation: { playState: string; playbackRate: number; endTime: number }) {
  const waits: number[] = []
  const scroller = { scrollLeft: 0, scrollTop: 0, scrollHeight: 4000, clientHeight: 100, scrollTo() {} }
  const { endTime, ...state } = animation
  const effect = { getComputedTiming: () => ({ endTime }) }
  Object.assign(realm, {
    setTimeout(callback: () => void, ms: number) {
      waits.push(ms)
      setImmediate(callback)
    },
    document: {
      scrollingElement: scroller,
      documentElement: scroller,
      images: [],
      getAnimations: () => [{ ...state, effect, finished: new Promise(() => undefined) }],
    },
    window: { innerHeight: 100, scrollY: 0, getComputedStyle: () => ({ overflowY: 'visible' }) },
    HTMLFormElement: EventTarget,
    MutationObserver: class {
      observe() {}
      disconnect() {}
    },
  })
  const section = { x: 0, y: 0, height: 1000 }
  await enterSection({ section, pauseMs: 50, pauseAlways: false, paintMs: 1000 })
  return waits
}

test('waits for an animation that comes to an end, and for no other', async () => {
  const running = { playState: 'running', playbackRate: 1, endTime: 2000 }
  expect(await waitsFor(running)).toEqual([1000])
  expect(await waitsFor({ ...running, endTime: Infinity })).toEqual([])
  expect(await waitsFor({ ...running, playState: 'paused' })).toEqual([])
  expect(await waitsFor({ ...running, playbackRate: 0 })).toEqual([])
})
