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
    const { plain, sealed } = splitSecrets(options)
    expect(JSON.stringify(plain)).not.toContain('sesame')
    expect({ ...plain, ...sealed.worker, ...sealed.dispatcher }).toEqual(options)
  })
})

describe('private options', () => {
  // Markup, code, selectors and addresses, which may contain anything of a caller.
  test('are exactly these', () => {
    const found = optionNames.filter((name) => optionOf(name).isPrivate)
    expect(found.toSorted()).toEqual(
      `block_url_keywords block_urls click click_all click_all_x click_x css debug_url height_from hide_selector
      hide_selector_x hover hover_x html js llm_base_url llm_prompt llm_system_prompt proxy_hosts referer referrer
      s3_endpoint scroll_to scroll_to_x selector video_scroll_to wait_for wait_for_x wait_to_leave wait_to_leave_x
      watermark watermark_url width_from`.split(/\s+/),
    )
  })

  test('are sealed for the worker unless they have their default, and shown to those who set them', () => {
    const given = {
      html: 'sesame',
      css: 'sesame',
      selector: '#sesame',
      click: ['sesame'],
      scroll_to: 'sesame',
    }
    const { plain, sealed } = splitSecrets(resolveOptions({ ...given, referrer: 'https://a.example/sesame' }))
    expect(JSON.stringify(plain)).not.toContain('sesame')
    expect(plain).toMatchObject({ watermark: false })
    expect(sealed.worker).toEqual({ ...given, referer: 'https://a.example/sesame' })
    expect(redact(given)).toEqual(given)
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
