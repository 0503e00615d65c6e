import { describe, expect, test } from '@jest/globals'
import { resolveOptions } from './resolve.ts'
import { partSecrets, redact } from './secrets.ts'
import { optionNames, optionOf } from './table.ts'

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

describe('secrets', () => {
  test('are these, each for one reader', () => {
    const secret = optionNames.filter((name) => optionOf(name).secret)
    expect(secret.toSorted()).toEqual(
      `authorization azure_sas_token base_url cookie cookies header headers llm_aws_access_key_id
      llm_aws_secret_access_key llm_aws_session_token llm_gcp_service_account_json llm_key proxy retry_with s3_key
      s3_presigned_url s3_presigned_url_html s3_presigned_url_markdown s3_presigned_url_metadata
      s3_presigned_url_mhtml s3_presigned_url_resource_info s3_secret thumbnails url webhook_url`.split(
        /\s+/,
      ),
    )
    expect(secret.filter((name) => optionOf(name).secret === 'dispatcher')).toEqual(['webhook_url'])
  })

  test('are hidden where options are shown, also inside of others', () => {
    const options = resolveOptions({
      url: 'https://sesame@a.example/',
      cookies: ['a=sesame'],
      thumbnails: [{ width: 5, presigned_url: 'https://a.example/?sesame' }],
      retry_with: [{ width: 6, authorization: 'sesame', proxy: null }],
    })
    const shown = redact(options)
    expect(JSON.stringify(shown)).not.toContain('sesame')
    expect(shown).toMatchObject({
      url: '[secret]',
      width: 1280,
      thumbnails: [{ width: 5, presigned_url: '[secret]' }],
      retry_with: [{ width: 6, authorization: '[secret]', proxy: null }],
    })
  })
})
