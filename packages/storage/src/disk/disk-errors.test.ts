import { describe, expect, test } from '@jest/globals'
import { asStoreError } from './disk-errors.ts'

const key = '2026/01/31/aaaaaaaaaaaaaaaaaaaaaa.png'
const diskError = (code: string) =>
  Object.assign(new Error(`${code}: failed, open '/artefacts/${key}'`), { code, syscall: 'open' })

describe('an error of the file system', () => {
  test.each([
    ['ENOENT', 'gone'],
    ['ENOSPC', 'refused'],
    ['EROFS', 'refused'],
    ['EACCES', 'refused'],
    ['EDQUOT', 'refused'],
    ['EIO', 'unavailable'],
    ['ESTALE', 'unavailable'],
    ['EMFILE', 'unavailable'],
  ])('%s becomes the failure %s, and does not name the file', (code, failure) => {
    const error = asStoreError(diskError(code)) as Error
    expect(error).toMatchObject({
      name: 'StoreError',
      failure,
      message: expect.stringContaining(`open ${code}`),
    })
    expect(String(error) + String(error.cause)).not.toContain(key)
  })

  test('is the only one that changes', () => {
    const other = new TypeError('not ours')
    expect(asStoreError(other)).toBe(other)
    expect(asStoreError('text')).toBe('text')
  })
})
