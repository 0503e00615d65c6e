import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bucketError, startBucketDouble, type BucketDouble } from '@render/testkit'
import { openStore, type StoreConfig } from '../src/index.ts'

let double: BucketDouble
let logged: string[]
beforeEach(async () => {
  double = await startBucketDouble()
  logged = []
})
afterEach(async () => double[Symbol.asyncDispose]())

const log = {
  error: (details: object, message: string) => logged.push(`${message} ${JSON.stringify(details)}`),
}
const bucket = (): StoreConfig => ({
  ARTEFACT_STORE: 's3',
  ARTEFACT_S3_BUCKET: 'artefacts',
  ARTEFACT_S3_ENDPOINT: double.url,
  ARTEFACT_S3_ACCESS_KEY_ID: 'AKIA-sesame',
  ARTEFACT_S3_SECRET_ACCESS_KEY: 'sesame-secret',
})

test('a store that can be used is opened, and nothing is logged', async () => {
  double.answer = (_, res) => res.end()
  await using _ = await openStore(bucket(), log)
  expect(double.requests.map(({ method, path }) => [method, path])).toEqual([['HEAD', '/artefacts/']])
  expect(logged).toEqual([])
})

test('the folder of the disk store need not exist yet', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'store-'))
  rmSync(folder, { recursive: true })
  await using _ = await openStore({ STORAGE_PATH: folder }, log)
  expect(logged).toEqual([])
})

test.each([403, 404])(
  'a store that answers %s is an invalid configuration, which is named',
  async (status) => {
    double.answer = (_, res) => res.writeHead(status).end()
    const opening = openStore(bucket(), log)
    await expect(opening).rejects.toThrow(
      new RegExp(`^Invalid configuration:\\n  ARTEFACT_S3_BUCKET artefacts: .*answered ${status}`),
    )
    await expect(opening).rejects.not.toThrow('sesame')
  },
)

test('a store that is unavailable is opened all the same, and logged', async () => {
  double.answer = bucketError(503, 'SlowDown')
  await using _ = await openStore(bucket(), log)
  expect(logged).toEqual([expect.stringContaining('artefact store unavailable')])
  expect(logged.join()).not.toContain('sesame')
})
