import { describe, expect, test } from '@jest/globals'
import type { RenderError } from '@render/errors'
import { optionNames, optionOf, parseOptions, refuseCredentials } from '../index.ts'

function refused(body: object): string[] {
  try {
    refuseCredentials(parseOptions({ html: 'x', ...body }).options)
    return []
  } catch (error) {
    const { code, message, details } = error as RenderError
    expect(code).toBe('InvalidOptions')
    expect(message).toContain('belongs in a POST')
    expect(message).not.toContain('sesame')
    return details!.map(({ option }) => option)
  }
}

describe('credentials in a link', () => {
  test('are exactly these options', () => {
    const credentials = optionNames.filter((name) => optionOf(name).isCredential)
    expect(credentials.toSorted()).toEqual(
      `azure_sas_token llm_aws_access_key_id llm_aws_secret_access_key llm_aws_session_token
      llm_gcp_service_account_json llm_key s3_key s3_presigned_url s3_presigned_url_html s3_presigned_url_markdown
      s3_presigned_url_metadata s3_presigned_url_mhtml s3_presigned_url_resource_info s3_secret`.split(/\s+/),
    )
    expect(refused(Object.fromEntries(credentials.map((name) => [name, 'sig=sesame']))).toSorted()).toEqual(
      credentials.toSorted(),
    )
  })

  test('are also the addresses of thumbnails', () => {
    const address = 'http://a.example/?sesame'
    expect(refused({ thumbnails: [{ width: 5 }, { width: 6, presigned_url: address }] })).toEqual([
      'thumbnails',
    ])
    expect(refused({ thumbnails: [{ width: 5 }] })).toEqual([])
  })

  test('are not what belongs to the visit of the page', () => {
    const visit = { cookie: 'a=b', header: 'a: b', authorization: 'b', proxy: 'a.example:80' }
    expect(refused({ ...visit, webhook_url: 'a.example', retry_with: [visit] })).toEqual([])
    expect(refused({ llm_key: '' })).toEqual([])
  })
})
