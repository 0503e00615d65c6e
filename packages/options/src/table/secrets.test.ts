import { describe, expect, test } from '@jest/globals'
import { resolveOptions } from '../resolve/resolve.ts'
import { splitSecrets, redact } from './secrets.ts'
import { optionNames, optionOf } from './table.ts'

describe('splitSecrets', () => {
  const options = resolveOptions({
    url: 'https://user:sesame@a.example/',
    webhook_url: 'https://b.example/?sesame',
    width: 5,
  })

  test('gives each reader only its secrets', () => {
    const { sealed } = splitSecrets(options)
    expect(sealed).toEqual({ worker: { url: options.url }, dispatcher: { webhook_url: options.webhook_url } })
  })

  test('leaves no secret in the public part and loses no option', () => {
    const { open, sealed } = splitSecrets(options)
    expect(JSON.stringify(open)).not.toContain('sesame')
    expect({ ...open, ...sealed.worker, ...sealed.dispatcher }).toEqual(options)
  })
})

describe('secrets', () => {
  test('are exactly these, each for one reader', () => {
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

  test('are redacted, also within structured options', () => {
    const options = resolveOptions({
      url: 'https://sesame@a.example/',
      cookies: ['a=sesame'],
      thumbnails: [{ width: 5, presigned_url: 'https://a.example/?sesame' }],
      retry_with: [{ width: 6, authorization: 'sesame', proxy: null }],
    })
    const redacted = redact(options)
    expect(JSON.stringify(redacted)).not.toContain('sesame')
    expect(redacted).toMatchObject({
      url: '[secret]',
      width: 1280,
      thumbnails: [{ width: 5, presigned_url: '[secret]' }],
      retry_with: [{ width: 6, authorization: '[secret]', proxy: null }],
    })
  })
})
