import { describe, expect, test } from '@jest/globals'
import type { SideFile } from './outcome.ts'
import { sideResults } from './side-results.ts'

const facts = { contentType: 'image/png', sizeBytes: 7, sha256: 'ab' }
const files: SideFile[] = [
  { kind: 'slice', index: 0, offsetY: 0, width: 8, height: 4, file: { key: 'a-slice-0.png', ...facts } },
  { kind: 'thumbnail', key: '__proto__', width: 4, height: 3, file: { key: 'a-x.png', ...facts } },
  { kind: 'thumbnail', key: '7', width: 2, height: 1, file: { location: 'https://b.c/d', ...facts } },
  { kind: 'slice', index: 1, offsetY: 4, width: 8, height: 2, file: { key: 'a-slice-1.png', ...facts } },
]
const written = (outcome: Parameters<typeof sideResults>[0]) =>
  JSON.stringify(sideResults(outcome, (key) => `https://files/${key}`))

describe('results of side files', () => {
  test('are absent when there are none', () => {
    expect(written({})).toBe('{}')
    expect(written({ files: [], thumbnails_object: true })).toBe('{}')
  })

  test('list thumbnails and slices', () => {
    expect(written({ files })).toBe(
      '{"thumbnails":[{"key":"__proto__","location":"https://files/a-x.png","width":4,"height":3},{"key":"7","location":"https://b.c/d","width":2,"height":1}],"slices":[{"index":0,"offsetY":0,"width":8,"height":4,"url":"https://files/a-slice-0.png"},{"index":1,"offsetY":4,"width":8,"height":2,"url":"https://files/a-slice-1.png"}]}',
    )
  })

  test('have thumbnails as an object by key', () => {
    expect(written({ files: files.slice(1, 3), thumbnails_object: true })).toBe(
      '{"thumbnails":{"7":{"location":"https://b.c/d","width":2,"height":1},"__proto__":{"location":"https://files/a-x.png","width":4,"height":3}}}',
    )
  })
})
