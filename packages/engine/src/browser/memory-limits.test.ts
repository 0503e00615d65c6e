import { expect, test } from '@jest/globals'
import { findExcess, type MemoryUse } from './memory-limits.ts'

const LIMITS = { bytesPerRender: 100, browserBytes: 500 }

/** A browser with a renderer for each of these sizes, numbered from 1, and one other process with the number 0. */
function use(browser: string, renderers: number[], other = 10): MemoryUse<string> {
  const processes = [other, ...renderers].map((bytes, pid) => ({ pid, bytes, isRenderer: () => pid > 0 }))
  return { browser, activeRenders: renderers.length, processes }
}

test.each([
  ['nothing within the limits', [use('a', [90, 90])], []],
  ['the renderer that is too large', [use('a', [20, 101, 20])], [{ browser: 'a', renderer: 2 }]],
  [
    'each renderer that is too large, however far',
    [use('a', [900, 20, 800])],
    [
      { browser: 'a', renderer: 1 },
      { browser: 'a', renderer: 3 },
    ],
  ],
  ['the browser whose other processes are too large', [use('a', [20, 20, 20], 270)], [{ browser: 'a' }]],
  ['the browser of a single render', [use('a', [101], 0)], [{ browser: 'a' }]],
  ['the browser of a single render that is too large in sum', [use('a', [95])], [{ browser: 'a' }]],
])('kills %s', (_, uses, expected) => {
  expect(findExcess(uses, LIMITS)).toEqual(expected)
})

const MANY = Array.from({ length: 6 }, () => 40)

test.each([
  ['the largest renderer', [use('a', MANY), use('b', [...MANY, 99])], { browser: 'b', renderer: 7 }],
  [
    'the browser of a single render',
    [use('a', [...MANY, 60]), use('b', MANY), use('c', [80])],
    { browser: 'c' },
  ],
  [
    'the browser whose other processes are the largest',
    [use('a', [...MANY, 60]), use('b', [9, 9, 9], 230)],
    { browser: 'b' },
  ],
])('kills %s when all together are too large', (_, uses, expected) => {
  expect(findExcess(uses, LIMITS)).toEqual([expected])
})

test('kills nothing else when the rest fits without a renderer that is too large', () => {
  expect(findExcess([use('a', [...MANY, 400])], LIMITS)).toEqual([{ browser: 'a', renderer: 7 }])
})
