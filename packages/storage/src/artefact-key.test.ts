import { describe, expect, test } from '@jest/globals'
import { expiryOf, isArtefactKey, sideFileKey, makeArtefactKey } from './artefact-key.ts'

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

  test.each([
    '',
    'x.png',
    '2026/1/2/short.png',
    '2026/01/02/../aaaaaaaaaaaaaaaaaaaaaa.png',
    `2026/01/02/${'a'.repeat(22)}/x.png`,
    `2026/01/02/${'a'.repeat(22)}%2Fx.png`,
    `2026/01/02/${'a'.repeat(22)}\\x.png`,
    `2026/01/02/${'a'.repeat(22)}\0.png`,
    `2026/01/02/${'a'.repeat(22)}.png\n`,
    `2026/01/02/${'a'.repeat(87)}.png`,
  ])('%j is none', (text) => {
    expect(isArtefactKey(text)).toBe(false)
  })
})

describe('keys of files beside an artefact', () => {
  const key = makeArtefactKey('png', new Date('2026-01-31T12:00:00Z'))
  const name = key.slice(0, -'.png'.length)

  test.each([
    [{ suffix: '-small', extension: 'png' }, '-small.png'],
    [{ suffix: '@2x.v1_b', extension: 'webp' }, '@2x.v1_b.webp'],
    [{ suffix: '', extension: 'html' }, '.html'],
    [{ suffix: '..', extension: 'png' }, '...png'],
  ])('%j', (file, ending) => {
    const beside = sideFileKey(key, file)
    expect(beside).toBe(name + ending)
    expect(isArtefactKey(beside)).toBe(true)
    expect(expiryOf(beside, 30)).toEqual(expiryOf(key, 30))
  })

  test.each(['../x', '/x', '..\\x', '\0', '%2e', 'ü', ' ', '-'.repeat(65)])(
    '%j is not a valid suffix',
    (suffix) => {
      expect(() => sideFileKey(key, { suffix, extension: 'png' })).toThrow('Not the key')
    },
  )

  test('are never that of the artefact', () => {
    expect(() => sideFileKey(key, { suffix: '', extension: 'png' })).toThrow('Not the key')
  })
})
