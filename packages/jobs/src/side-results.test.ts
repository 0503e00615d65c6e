import { describe, expect, test } from '@jest/globals'
import type { SideFile } from './payloads.ts'
import { sideResults } from './side-results.ts'

const facts = { contentType: 'image/png', sizeBytes: 7, sha256: 'ab' }
const files: SideFile[] = [
  { kind: 'slice', index: 0, offsetY: 0, width: 8, height: 4, file: { key: 'a-slice-0.png', ...facts } },
  { kind: 'thumbnail', key: '__proto__', width: 4, height: 3, file: { key: 'a-x.png', ...facts } },
  { kind: 'thumbnail', key: '7', width: 2, height: 1, file: { location: 'https://b.c/d', ...facts } },
  { kind: 'slice', index: 1, offsetY: 4, width: 8, height: 2, file: { key: 'a-slice-1.png', ...facts } },
]
const told = (outcome: Parameters<typeof sideResults>[0]) =>
  JSON.stringify(sideResults(outcome, (key) => `https://files/${key}`))

describe('what is told of files made beside the artefact', () => {
  test('is nothing when there are none', () => {
    expect(told({})).toBe('{}')
    expect(told({ files: [], thumbnails_object: true })).toBe('{}')
  })

  test('to the letter', () => {
    expect(told({ files })).toBe(
      '{"thumbnails":[{"key":"__proto__","location":"https://files/a-x.png","width":4,"height":3},{"key":"7","location":"https://b.c/d","width":2,"height":1}],"slices":[{"index":0,"offsetY":0,"width":8,"height":4,"url":"https://files/a-slice-0.png"},{"index":1,"offsetY":4,"width":8,"height":2,"url":"https://files/a-slice-1.png"}]}',
    )
  })

  test('with thumbnails as an object', () => {
    expect(told({ files: files.slice(1, 3), thumbnails_object: true })).toBe(
      '{"thumbnails":{"7":{"location":"https://b.c/d","width":2,"height":1},"__proto__":{"location":"https://files/a-x.png","width":4,"height":3}}}',
    )
  })
})
