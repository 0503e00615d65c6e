import { createHash } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { canonicalJson } from '../values/canonical-json.ts'
import { optionNames, optionOf, type GivenOptions } from '../table/table.ts'
import { certifiedOptions } from './certified-options.ts'
import { resolveOptions } from './resolve.ts'

const URL = 'http://a.example/page?q=1'

const textOf = (given: GivenOptions) => certifiedOptions(resolveOptions({ url: URL, ...given }))
const optionsOf = (given: GivenOptions) => JSON.parse(textOf(given)) as Record<string, unknown>
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Every secret and credential that a render can have, each with a sentinel. */
const SECRETS: GivenOptions = {
  url: 'http://sesame-1:sesame-2@a.example/',
  base_url: 'http://a.example/sesame-3',
  html: '<p>sesame-4',
  authorization: 'Bearer sesame-5',
  header: ['X-A: sesame-6'],
  cookie: ['a=sesame-7'],
  proxy: 'http://a:sesame-8@127.0.0.1:1',
  thumbnails: [{ width: 5, presigned_url: 'http://a.example/?sesame-9' }],
  retry_with: [{ width: 6, authorization: 'sesame-10' }],
  retry_on: ['all'],
  webhook_url: 'http://a:sesame-11@a.example/',
  watermark_url: 'http://a:sesame-12@a.example/mark.png',
  use_llm: true,
  llm_provider: 'openai',
  llm_model: 'a',
  llm_prompt: 'What?',
  llm_base_url: 'https://a:sesame-13@a.example/v1',
  llm_key: 'sesame-14',
  llm_aws_access_key_id: 'sesame-15',
  llm_aws_secret_access_key: 'sesame-16',
  llm_aws_session_token: 'sesame-17',
  llm_gcp_service_account_json: '{"client_email":"a","private_key":"sesame-18"}',
  use_s3: true,
  s3_bucket: 'pictures',
  s3_key: 'sesame-19',
  s3_secret: 'sesame-20',
  azure_sas_token: 'sig=sesame-21',
}

describe('the options of a certificate', () => {
  test('are canonical JSON of all that decide what is made, with their defaults', () => {
    const text = textOf({ format: 'pdf', pdf_page_size: 'a5', css: 'p {}', dark_mode: true })
    const options = JSON.parse(text) as object
    expect(canonicalJson(options)).toBe(text)
    expect(options).toMatchObject({
      url: URL,
      format: 'pdf',
      pdf_page_size: 'a5',
      css: 'p {}',
      dark_mode: true,
      width: 1280,
      block_ads: false,
    })
  })

  test('leave out what has no effect, and what only decides about delivery and answer, or is of other attempts', () => {
    const options = optionsOf({
      quality: 50,
      pdf_page_size: 'a5',
      cdn_host: 'a.example',
      retry_on: ['all'],
      retry_with: [{ width: 7 }],
      ttl: 5,
      tag: ['a'],
      custom_id: 'a',
      response_type: 'binary',
      flash: true,
    })
    for (const name of [
      'quality',
      'pdf_page_size',
      'cdn_host',
      's3_storageclass',
      'retry_with',
      'ttl',
      'tag',
      'custom_id',
      'response_type',
      'flash',
    ])
      expect(options).not.toHaveProperty(name)
    expect(optionsOf({ format: 'jpg', quality: 50 })).toMatchObject({ quality: 50 })
    expect(optionsOf({ mock: true })).toMatchObject({ mock: true })
  })

  test('have no secret, and addresses without user name and password', () => {
    const text = textOf(SECRETS)
    expect(text).not.toContain('sesame')
    const set = optionNames.filter((name) => SECRETS[name] !== undefined)
    const secret = set.filter((name) => optionOf(name).secret)
    expect(secret.length).toBeGreaterThanOrEqual(12)
    expect(JSON.parse(text)).toMatchObject({
      url: 'http://a.example/',
      thumbnails: [{ width: 5 }],
      watermark_url: 'http://a.example/mark.png',
      llm_base_url: 'https://a.example/v1',
    })
    const inText = Object.keys(JSON.parse(text) as object)
    expect(secret.filter((name) => inText.includes(name))).toEqual(['url', 'thumbnails'])
  })

  test('have the digest of HTML and of every long value, and the whole address', () => {
    const long = 'ü'.repeat(300)
    const click = Array.from({ length: 50 }, (_, at) => `#button-${at}`)
    const url = `${URL}&long=${'a'.repeat(2000)}`
    expect(optionsOf({ url, html: '<p>ü', css: long, js: 'a()', click })).toMatchObject({
      url,
      html: { sha256: sha256('<p>ü') },
      css: { sha256: sha256(long) },
      js: 'a()',
      click: { sha256: sha256(JSON.stringify(click)) },
    })
  })

  test('stay short whatever is set', () => {
    const page = { html: 'x'.repeat(5_000_000), js: 'x'.repeat(1_000_000), css: 'x'.repeat(1_000_000) }
    expect(textOf(page).length).toBeLessThan(4500)
  })
})
