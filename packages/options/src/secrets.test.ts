import { describe, expect, test } from '@jest/globals'
import { resolveOptions } from './resolve.ts'
import { partSecrets } from './secrets.ts'

describe('partSecrets', () => {
  const options = resolveOptions({
    url: 'https://user:sesame@a.example/',
    webhook_url: 'https://b.example/?sesame',
    width: 5,
  })

  test('gives each reader its secrets alone', () => {
    const { sealed } = partSecrets(options)
    expect(sealed).toEqual({ worker: { url: options.url }, dispatcher: { webhook_url: options.webhook_url } })
  })

  test('leaves no secret in the open part, and loses nothing', () => {
    const { open, sealed } = partSecrets(options)
    expect(JSON.stringify(open)).not.toContain('sesame')
    expect({ ...open, ...sealed.worker, ...sealed.dispatcher }).toEqual(options)
  })
})
