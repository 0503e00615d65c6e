import { describe, expect, test } from '@jest/globals'
import { expiryOf, isArtefactKey, makeArtefactKey } from './artefact-key.ts'

describe('artefact keys', () => {
  test('carry the UTC day and 128 random bits', () => {
    const key = makeArtefactKey('png', new Date('2026-03-01T23:30:00-05:00'))
    expect(key).toMatch(/^2026\/03\/02\/[\w-]{22}\.png$/)
    expect(isArtefactKey(key)).toBe(true)
    expect(makeArtefactKey('png')).not.toBe(makeArtefactKey('png'))
  })

  test('expire after whole days, never before they are that old', () => {
    const key = makeArtefactKey('png', new Date('2026-01-31T23:59:59Z'))
    expect(expiryOf(key, 30)).toEqual(new Date('2026-03-03T00:00:00Z'))
  })

  test.each(['', 'x.png', '2026/1/2/short.png', '2026/01/02/../aaaaaaaaaaaaaaaaaaaaaa.png'])(
    '%j is none',
    (text) => {
      expect(isArtefactKey(text)).toBe(false)
    },
  )
})
