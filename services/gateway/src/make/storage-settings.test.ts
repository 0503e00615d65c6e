import { describe, expect, test } from '@jest/globals'
import type { PublicCredential } from '@render/management-client'
import { resolveOptions, type GivenOptions } from '@render/options'
import { planUpload } from './plan-upload.ts'
import { requireStorageSettings, useStorageCredential } from './storage-settings.ts'

const stored: PublicCredential = {
  provider: 'minio',
  settings: {
    bucket: 'stored-bucket',
    region: 'eu-west-1',
    endpoint: 'https://store.example',
    cdnHost: 'cdn.example',
  },
  secrets: ['accessKeyId', 'secretAccessKey'],
}
const use = { html: 'x', use_s3: true } as const
const keys = { s3_key: 'k', s3_secret: 's' }

interface Project {
  defaults?: GivenOptions
  storage?: PublicCredential | null
}

function prepare(given: GivenOptions, { defaults = {}, storage = stored }: Project = {}) {
  const project = { id: 'project_1', enabled: true, defaults, ...(storage && { storage }) }
  // As they are read: without the defaults that the request replaces.
  const unset = Object.fromEntries(Object.entries(defaults).filter(([name]) => !(name in given)))
  const settings = useStorageCredential(given, unset, { project })
  const options = resolveOptions(given, settings.defaults)
  requireStorageSettings(options, settings.stored)
  return { options, usesStored: settings.stored !== undefined }
}

function refusal(...args: Parameters<typeof prepare>): string {
  try {
    prepare(...args)
  } catch (error) {
    const { code, details } = error as { code: string; details: { option: string }[] }
    return `${code} ${details.map(({ option }) => option).join()}`
  }
  return 'accepted'
}

describe('a render with use_s3', () => {
  test('gets what it lacks from the credential of its project', () => {
    expect(prepare(use)).toMatchObject({
      options: {
        s3_bucket: 'stored-bucket',
        s3_region: 'eu-west-1',
        s3_endpoint: 'https://store.example',
        cdn_host: 'cdn.example',
      },
      usesStored: true,
    })
    expect(prepare({ ...use, s3_bucket: 'other', s3_region: 'us-west-2' }).options).toMatchObject({
      s3_bucket: 'other',
      s3_region: 'us-west-2',
    })
  })

  test('is private and has a checksum as the credential says, unless the request says otherwise', () => {
    const storage = { ...stored, settings: { ...stored.settings, privateBucket: true, objectLock: true } }
    expect(prepare(use, { storage }).options).toMatchObject({ s3_private_bucket: true, s3_object_lock: true })
    const open = { s3_private_bucket: false, s3_object_lock: false } as const
    expect(prepare({ ...use, ...open }, { storage }).options).toMatchObject(open)
    expect(prepare(use, { storage, defaults: open }).options).toMatchObject(open)
    expect(prepare(use).options).toMatchObject(open)
  })

  test('with keys of its own uses nothing of the credential', () => {
    const { options, usesStored } = prepare({ ...use, ...keys, s3_bucket: 'own' })
    expect(usesStored).toBe(false)
    expect(options).not.toHaveProperty('s3_endpoint')
    expect(options).not.toHaveProperty('cdn_host')
  })

  test('A-S3-8, B-3: cannot send keys that it does not contain to another endpoint', () => {
    const elsewhere = { ...use, s3_endpoint: 'https://evil.example/' }
    const defaults = { ...keys, s3_bucket: 'default' }
    const ofDefaults = { defaults: { ...defaults, s3_endpoint: 'https://store.example' } }
    expect(refusal(elsewhere, ofDefaults)).toBe('InvalidOptions s3_endpoint')
    expect(refusal({ ...use, s3_endpoint: 'https://store.example/' }, ofDefaults)).toBe('accepted')
    expect(refusal(elsewhere)).toBe('InvalidOptions s3_endpoint')
    expect(refusal(elsewhere, { defaults })).toBe('InvalidOptions s3_endpoint')
    expect(refusal({ ...use, s3_endpoint: 'https://store.example/' })).toBe('accepted')
    expect(refusal({ ...elsewhere, ...keys, s3_bucket: 'own' })).toBe('accepted')
  })

  test('A-S3-7, B-2: needs both keys and a bucket', () => {
    const none = { storage: null }
    expect(refusal(use, none)).toBe('NoS3BucketConfigured use_s3')
    expect(refusal({ ...use, ...keys })).toBe('NoS3BucketConfigured use_s3')
    expect(refusal({ ...use, s3_key: 'k', s3_bucket: 'own' })).toBe('InvalidOptions s3_secret')
    expect(refusal({ ...use, s3_secret: 's', s3_bucket: 'own' })).toBe('InvalidOptions s3_key')
    const s3_endpoint = 'https://own.s3.eu-central-1.amazonaws.com'
    expect(refusal({ ...use, ...keys, s3_bucket: 'own', s3_endpoint })).toBe('InvalidOptions s3_endpoint')
    const azure = { provider: 'azure', settings: { accountName: 'a' }, secrets: ['sasToken'] }
    expect(refusal(use, { storage: azure })).toBe('NoS3BucketConfigured use_s3')
  })

  test('replaces another destination of the defaults', () => {
    const { options } = prepare(use, {
      defaults: { use_azure: true, s3_presigned_url: 'https://a.example/?x' },
    })
    expect([options.use_s3, options.use_azure]).toEqual([true, false])
    expect(options).not.toHaveProperty('s3_presigned_url')
  })

  test('uploads without a path to a presigned URL, which replaces the store of the defaults', () => {
    const plan = (response_type: 'json' | 'binary') => {
      const given = { html: 'x', s3_presigned_url: 'https://a.example/?x', response_type }
      const { options } = prepare(given, { defaults: { use_s3: true } })
      expect(options.use_s3).toBe(false)
      return planUpload({ options, projectId: 'project_1', isAsync: false, isLink: false })
    }
    expect([plan('json'), plan('binary')]).toEqual([{}, { copy: 'brief' }])
  })
})

describe('a render with use_azure', () => {
  const container: PublicCredential = {
    provider: 'azure',
    settings: { accountName: 'stored', containerName: 'pages', cdnHost: 'cdn.example' },
    secrets: ['sasToken'],
  }
  const azure = { html: 'x', use_azure: true } as const
  const own = { azure_account_name: 'own', azure_container_name: 'files', azure_sas_token: 'sig=a' }

  test('gets what it lacks from the credential of its project', () => {
    const { options, usesStored } = prepare(azure, { storage: container })
    expect(usesStored).toBe(true)
    expect(options).toMatchObject({
      azure_account_name: 'stored',
      azure_container_name: 'pages',
      cdn_host: 'cdn.example',
    })
    const beside = prepare({ ...azure, azure_sas_token: 'sig=b' }, { storage: container })
    expect([beside.usesStored, beside.options.azure_account_name]).toEqual([false, 'stored'])
    expect(prepare({ ...azure, ...own }, { storage: null }).options).toMatchObject(own)
  })

  test('A-AZ-5, Z-3: sends a token that it does not contain to no other account', () => {
    const elsewhere = { ...azure, azure_account_name: 'evil' }
    expect(refusal(elsewhere, { storage: container })).toBe('InvalidOptions azure_account_name')
    expect(refusal(elsewhere, { defaults: own, storage: null })).toBe('InvalidOptions azure_account_name')
    expect(refusal({ ...azure, azure_account_name: 'stored' }, { storage: container })).toBe('accepted')
    expect(refusal({ ...azure, azure_account_name: 'own' }, { defaults: own })).toBe('accepted')
    expect(refusal({ ...elsewhere, azure_sas_token: 'sig=b' }, { storage: container })).toBe('accepted')
  })

  test.each(Object.keys(own) as (keyof typeof own)[])('A-AZ-6, Z-2: needs %s', (missing) => {
    expect(refusal({ ...azure, ...own, [missing]: undefined }, { storage: null })).toBe(
      `InvalidOptions ${missing}`,
    )
  })

  test('C17: is refused where the name of the account would change the host', () => {
    const settings = { ...container.settings, accountName: 'evil.example/' }
    expect(refusal(azure, { storage: { ...container, settings } })).toBe('InvalidOptions azure_account_name')
  })

  test('has the path that azure_path says', () => {
    const { options } = prepare({ ...azure, ...own, azure_path: '/a//b' }, { storage: null })
    const render = { options, projectId: 'project_1', isAsync: true, isLink: false }
    expect(planUpload(render)).toEqual({ path: 'a/b' })
  })
})
