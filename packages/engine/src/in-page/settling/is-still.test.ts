import { afterEach, expect, test } from '@jest/globals'
import { isStill } from './is-still.ts'

const realm = globalThis as Record<string, unknown>
afterEach(() => {
  delete realm.document
  delete realm.getComputedStyle
})

/** Asks for a document with so many font faces and, perhaps, a plug-in; returns the answer and how often it was laid out. */
function asked({ fonts = 0, plugIn = false, contentVisibility = 'visible' }) {
  let layouts = 0
  realm.getComputedStyle = () => ({ contentVisibility })
  realm.document = {
    fonts: { size: fonts },
    documentElement: { getBoundingClientRect: () => (layouts += 1) },
    evaluate: () => ({ singleNodeValue: null }),
    querySelectorAll: () => [{}],
    querySelector: (selector: string) => (plugIn && selector.includes('object') ? {} : null),
  }
  return { isStill: isStill(), layouts }
}

test('a still page is laid out only where that may load fonts or plug-ins', () => {
  expect(asked({})).toEqual({ isStill: true, layouts: 0 })
  expect(asked({ fonts: 1 })).toEqual({ isStill: true, layouts: 1 })
  expect(asked({ plugIn: true })).toEqual({ isStill: true, layouts: 1 })
})

test('a page with a part that is painted when it is seen is not still', () => {
  expect(asked({ contentVisibility: 'auto' })).toEqual({ isStill: false, layouts: 0 })
})
