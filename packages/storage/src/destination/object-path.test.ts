import { describe, expect, test } from '@jest/globals'
import { objectKey, objectPath } from './object-path.ts'

const now = new Date('2026-03-01T23:30:00-05:00')

describe('the path of a render in a bucket', () => {
  test.each([
    ['a/b', 'a/b'],
    ['//a///b', 'a/b'],
    ['a/b.png', 'a/b.png'],
  ])('%j is %j', (requested, path) => {
    expect(objectPath(requested, 'project_1', now)).toBe(path)
  })

  test('ends with a random name after a slash, and has the UTC day when it is empty', () => {
    expect(objectPath('/a/', 'project_1', now)).toMatch(/^a\/[\w-]{22}$/)
    for (const empty of ['', '/'])
      expect(objectPath(empty, 'project_1', now)).toMatch(/^renders\/project_1\/2026\/3\/2\/[\w-]{22}$/)
    expect(objectPath('', 'project_1', now)).not.toBe(objectPath('', 'project_1', now))
  })
})

test('keys of files have distinct names, with and without extensions', () => {
  const files = [
    { extension: 'png' },
    { suffix: '', extension: 'html' },
    { suffix: '-resources', extension: 'json' },
  ]
  expect(files.map((file) => objectKey('a/b', file))).toEqual(['a/b.png', 'a/b.html', 'a/b-resources.json'])
  expect(files.map((file) => objectKey('a/b', file, false))).toEqual([
    'a/b',
    'a/b-html',
    'a/b-resources-json',
  ])
})
