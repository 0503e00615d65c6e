import { describe, expect, test } from '@jest/globals'
import { printable, readConfig } from '@render/runtime'
import { storageVariables } from './store-variables.ts'
import { callerStorageVariables } from './shared-variables.ts'

type Given = Record<string, string>

const disk = { STORAGE_PATH: '/artefacts' }
const s3 = { ARTEFACT_STORE: 's3', ARTEFACT_S3_BUCKET: 'b' }
const keys = { ARTEFACT_S3_ACCESS_KEY_ID: 'AKIA-sesame', ARTEFACT_S3_SECRET_ACCESS_KEY: 'sesame-secret' }
const azure = { ARTEFACT_STORE: 'azure', ARTEFACT_AZURE_ACCOUNT: 'a', ARTEFACT_AZURE_CONTAINER: 'c' }
const sas = { ARTEFACT_AZURE_SAS_TOKEN: 'sv=2&sig=sesame' }
const key = { ARTEFACT_AZURE_KEY: 'c2VzYW1l' }

describe('the artefact store', () => {
  test.each<[Given]>([
    [disk],
    [s3],
    [{ ...s3, ...keys, ARTEFACT_S3_ENDPOINT: 'http://10.0.0.7:9000/', ARTEFACT_S3_PATH_STYLE: 'on' }],
    [{ ...azure, ...sas }],
    [{ ...azure, ...key }],
  ])('is configured by %j', (given) => {
    expect(readConfig(storageVariables, given)).toMatchObject({
      ARTEFACT_STORE: given.ARTEFACT_STORE ?? 'disk',
    })
  })

  test.each<[Given, string[]]>([
    [{}, ['STORAGE_PATH: is required with ARTEFACT_STORE=disk']],
    [{ ...disk, ARTEFACT_STORE: 'gcs' }, ['ARTEFACT_STORE: must be one of: disk, s3, azure']],
    [{ ...disk, ARTEFACT_STORE: 's3' }, ['ARTEFACT_S3_BUCKET: is required with ARTEFACT_STORE=s3']],
    [
      { ...s3, ARTEFACT_S3_ACCESS_KEY_ID: 'k' },
      ['ARTEFACT_S3_SECRET_ACCESS_KEY: is required with ARTEFACT_S3_ACCESS_KEY_ID'],
    ],
    [
      { ...s3, ARTEFACT_S3_SECRET_ACCESS_KEY: 'k' },
      ['ARTEFACT_S3_ACCESS_KEY_ID: is required with ARTEFACT_S3_SECRET_ACCESS_KEY'],
    ],
    [{ ...s3, ARTEFACT_S3_ENDPOINT: 'minio' }, ['ARTEFACT_S3_ENDPOINT: must be a URL such as']],
    [
      { ARTEFACT_STORE: 'azure' },
      [
        'ARTEFACT_AZURE_ACCOUNT: is required with ARTEFACT_STORE=azure',
        'ARTEFACT_AZURE_CONTAINER: is required with ARTEFACT_STORE=azure',
        'ARTEFACT_AZURE_KEY: is required with ARTEFACT_STORE=azure without ARTEFACT_AZURE_SAS_TOKEN',
      ],
    ],
  ])('is not configured by %j', (given, problems) => {
    for (const problem of problems) expect(() => readConfig(storageVariables, given)).toThrow(problem)
  })

  test('has the endpoint of its account without trailing slashes', () => {
    const given = { ...azure, ...sas, ARTEFACT_AZURE_ENDPOINT: 'http://10.0.0.7:10000/{account}/' }
    expect(readConfig(storageVariables, given).ARTEFACT_AZURE_ENDPOINT).toBe(
      'http://10.0.0.7:10000/{account}',
    )
  })

  test('has keys and tokens that are never printed', () => {
    for (const given of [
      { ...s3, ...keys },
      { ...azure, ...sas },
      { ...azure, ...key },
    ]) {
      const printed = JSON.stringify(printable(storageVariables, readConfig(storageVariables, given)))
      expect(printed).not.toMatch(/sesame|c2VzYW1l/)
    }
  })
})

test('stores of callers have an endpoint without trailing slashes', () => {
  const given = { AZURE_BLOB_ENDPOINT: 'https://{account}.blob.core.chinacloudapi.cn/' }
  expect(readConfig(callerStorageVariables, given)).toEqual({
    AZURE_BLOB_ENDPOINT: 'https://{account}.blob.core.chinacloudapi.cn',
  })
})
