import { describe, expect, test } from '@jest/globals'
import type { GivenOptions } from '../table/table.ts'
import { publicOptions, splitSecrets } from '../table/secrets.ts'
import { fillInDefaults, leaveOutDefaults } from './brief-options.ts'
import { resolveOptions } from './resolve.ts'

const throughQueue = (given: GivenOptions) => {
  const { plain } = splitSecrets(resolveOptions(given))
  const text = JSON.stringify(leaveOutDefaults(plain))
  return {
    text,
    plain: JSON.parse(JSON.stringify(plain)) as object,
    read: fillInDefaults(JSON.parse(text) as object),
  }
}

describe('options in a queue', () => {
  test.each<GivenOptions>([
    { url: 'http://a.example/' },
    { html: 'x', width: 5, format: 'pdf', pdf_page_range: '1-2', click: ['a'], block_ads: true },
    { url: 'http://a.example/', width: 1280, lazyload: false, delay: 0 },
    {
      html: 'x',
      thumbnails: [{ width: 5 }],
      header: ['a: b'],
      retry_on: ['all'],
      retry_with: [{ width: 7 }],
    },
  ])('are the same when they are read: %j', (given) => {
    const { plain, read } = throughQueue(given)
    expect(read).toEqual(plain)
  })

  test('have only what differs from the defaults', () => {
    expect(throughQueue({ url: 'http://a.example/', width: 1280, height: 5 }).text).toBe(
      '{"height":5,"media":"screen"}',
    )
  })

  test('have no default in place of a value that not everyone may read', () => {
    const marked = resolveOptions({ html: 'x', watermark: true })
    const read = fillInDefaults(leaveOutDefaults(publicOptions(marked)))
    expect(read).not.toHaveProperty('watermark')
    expect(fillInDefaults(leaveOutDefaults(publicOptions(resolveOptions({ html: 'x' }))))).toHaveProperty(
      'watermark',
      false,
    )
  })
})
