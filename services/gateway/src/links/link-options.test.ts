import { describe, expect, test } from '@jest/globals'
import { createOptions, optionNames, optionOf, resolveOptions } from '@render/options'
import { readLinkOptions } from './link-options.ts'

const parser = createOptions()
const account = { project: { id: 'project_1', enabled: true }, plan: null }
const read = (query: Record<string, string | string[]>, format = 'png', defaults?: Record<string, unknown>) =>
  readLinkOptions(
    query,
    format,
    { ...account, project: { ...account.project, ...(defaults && { defaults }) } },
    parser,
  )

/** Secret options that a link may have: they open nothing that belongs to the caller alone. */
const ALLOWED = [
  'url',
  'base_url',
  'cookie',
  'cookies',
  'header',
  'headers',
  'authorization',
  'proxy',
  'webhook_url',
  'retry_with',
  'thumbnails',
]

describe('the options of a link', () => {
  test.each([
    ['PNG', 'png'],
    ['JPEG', 'jpg'],
    ['jpg', 'jpg'],
    ['Pdf', 'pdf'],
  ])('A-LINK-9: the format in the path is read: %s', (format, option) => {
    expect(read({ url: 'a.com' }, format)).toMatchObject({ options: { format: option }, warnings: [] })
    expect(read({ url: 'a.com', format: format.toLowerCase() }, format).warnings).toEqual([])
    expect(read({ url: 'a.com', format: 'webp' }, format)).toMatchObject({
      options: { format: option },
      warnings: ['"format" in the query has no effect: the path names the format.'],
    })
  })

  test.each(['gif', 'json', ''])('an unknown format is refused: %j', (format) => {
    expect(() => read({ url: 'a.com' }, format)).toThrow(
      expect.objectContaining({
        code: 'InvalidOptions',
        details: [expect.objectContaining({ option: 'format' })],
      }),
    )
  })

  test('the answer is the file, unless the link or its project chooses another form', () => {
    const form = (...given: Parameters<typeof read>) => read(...given).options.response_type
    expect(form({ url: 'a.com' })).toBe('binary')
    expect(form({ url: 'a.com', responseType: 'base64' })).toBe('base64')
    expect(form({ url: 'a.com', debug: 'True' })).toBeUndefined()
    expect(form({ url: 'a.com' }, 'png', { response_type: 'none' })).toBeUndefined()
    expect(form({ url: 'a.com', response_type: 'json', debug: 'false' })).toBe('json')
  })

  test.each(['json', 'debug'])('%s chooses a form by its value, not by being sent', (name) => {
    const form = (...given: Parameters<typeof read>) => {
      const { options, defaults } = read(...given)
      return resolveOptions(options, defaults.options).response_type
    }
    const json = { json: 'json', debug: 'jsondebug' }[name]
    for (const no of ['false', 'False', '0', 'no', 'off'])
      expect([no, form({ url: 'a.com', [name]: no })]).toEqual([no, 'binary'])
    for (const yes of ['true', 'TRUE', '1', 'yes', 'on'])
      expect([yes, form({ url: 'a.com', [name]: yes })]).toEqual([yes, json])
    expect(form({ url: 'a.com' }, 'png', { [name]: false })).toBe('binary')
    expect(form({ url: 'a.com' }, 'png', { [name]: true })).toBe(json)
    expect(form({ url: 'a.com', [name]: 'false' }, 'png', { [name]: true })).toBe('binary')
    expect(form({ url: 'a.com', [name]: 'true' }, 'png', { [name]: false })).toBe(json)
  })

  test('NoUrlSupplied comes before other faults', () => {
    expect(() => read({ width: 'wide' }, 'gif')).toThrow(expect.objectContaining({ code: 'NoUrlSupplied' }))
    expect(read({ html: 'x', width: '300' }).options).toMatchObject({ html: 'x', width: 300 })
  })

  test('A-LINK-10: credentials are refused in any spelling, without their values', () => {
    const refused = () => read({ url: 'a.com', llmKey: 'sesame', s3_secret: 'sesame' })
    expect(refused).toThrow(expect.objectContaining({ code: 'InvalidOptions' }))
    expect(refused).toThrow(/"llm_key" belongs in a POST: .*"s3_secret" belongs in a POST: /)
    expect(refused).not.toThrow('sesame')
  })

  test('every secret option is refused or allowed', () => {
    const secret = optionNames.filter((name) => optionOf(name).secret)
    const allowed = secret.filter((name) => {
      try {
        read({ html: 'x', [name]: 'sig=1' })
        return true
      } catch (error) {
        return !String(error).includes('belongs in a POST')
      }
    })
    expect(allowed.toSorted()).toEqual(ALLOWED.toSorted())
  })
})
