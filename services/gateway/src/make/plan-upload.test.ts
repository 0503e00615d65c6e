import { describe, expect, test } from '@jest/globals'
import { resolveOptions, type GivenOptions } from '@render/options'
import { planUpload } from './plan-upload.ts'

const use = { html: 'x', use_s3: true } as const

describe('the path of an upload', () => {
  const plan = (given: GivenOptions, { isAsync = false, isLink = false } = {}) => {
    const options = resolveOptions({ ...use, ...given })
    return planUpload({ options, projectId: 'project_1', isAsync, isLink })
  }

  test.each([
    ['/a//b', 'a/b'],
    ['a/b.png', 'a/b.png'],
    ['a/', expect.stringMatching(/^a\/[\w-]{22}$/)],
    [undefined, expect.stringMatching(/^renders\/project_1\/\d{4}\/\d{1,2}\/\d{1,2}\/[\w-]{22}$/)],
  ])('A-S3-2: for s3_path %j is %s', (s3_path, path) => {
    expect(plan({ ...(s3_path !== undefined && { s3_path }) })).toEqual({ path })
  })

  test('A-S3-2: has at most 1024 bytes with its extension', () => {
    expect(plan({ s3_path: 'a'.repeat(1020) })).toEqual({ path: 'a'.repeat(1020) })
    expect(() => plan({ s3_path: 'a'.repeat(1021) })).toThrow('"s3_path"')
    expect(() => plan({ s3_path: `${'a'.repeat(1019)}/` })).toThrow('"s3_path"')
  })

  test('comes with a copy for an answer that contains the file', () => {
    const binary = { s3_path: 'a', response_type: 'binary' } as const
    expect(plan(binary)).toEqual({ path: 'a', copy: 'brief' })
    expect(plan(binary, { isAsync: true })).toEqual({ path: 'a' })
    expect(plan(binary, { isLink: true })).toEqual({ path: 'a', copy: 'kept' })
    expect(plan({ ...binary, s3_private_bucket: true }, { isLink: true })).toEqual({ path: 'a' })
  })

  test('is for one answer where this service keeps nothing', () => {
    const render = (given: GivenOptions, isLink = false) => {
      const options = resolveOptions({ html: 'x', response_type: 'binary', ...given })
      return planUpload({ options, projectId: 'project_1', isAsync: false, isLink })
    }
    const s3_presigned_url = 'https://a.example/?x'
    for (const isLink of [false, true]) {
      expect(render({ no_upload: true }, isLink)).toEqual({ copy: 'once' })
      expect(render({ secure_mode: true }, isLink)).toEqual({ copy: 'once' })
    }
    expect(render({ secure_mode: true, s3_presigned_url })).toEqual({ copy: 'once' })
    expect(render({ secure_mode: true, s3_presigned_url, response_type: 'json' })).toEqual({})
    expect(render({ secure_mode: true, ...use, s3_path: 'a' }, true)).toEqual({ path: 'a' })
  })

  test('is absent without a store of the caller', () => {
    const options = resolveOptions({ html: 'x' })
    expect(planUpload({ options, projectId: 'p', isAsync: false, isLink: false })).toBeUndefined()
  })
})
