import type { HttpClient } from '@render/net'
import { RenderError } from '@render/errors'
import type { RetryPolicy } from '../retries.ts'
import { bucketFrom, openBucket } from '../s3/bucket.ts'
import { egressHandler } from '../s3/egress-handler.ts'
import { azureAddress } from '../destination/azure-address.ts'
import type { Destination } from '../destination/destination.ts'
import { toAddress } from '../destination/to-address.ts'
import { toBucket } from '../destination/to-bucket.ts'
import { ACCOUNT_NAME, type StorageCredential } from './credential.ts'
import { AZURE, withEndpoint } from './providers.ts'

type Http = Pick<HttpClient, 'put' | 'request'>

/** A name that no render gets; the next test replaces a file that may not be deleted. */
const KEY = 'renders/credential-test.txt'
const BODY = { bytes: Buffer.from('This file was written to test a credential. It can be deleted.\n') }
const ONCE: RetryPolicy = { tryMs: 10_000, pausesMs: [] }

/**
 * Writes a file as renders do, and deletes it if that is allowed. Returns why the store does not accept it; undefined when it
 * does. `azureEndpoint` is the base URL of storage accounts, with the placeholder `{account}`.
 */
export async function testStorageCredential(
  credential: StorageCredential,
  http: Http,
  azureEndpoint: string,
): Promise<string | undefined> {
  if (credential.provider === AZURE) return testContainer(credential, http, azureEndpoint)
  const bucket = bucketFrom(withEndpoint(credential))
  const { privateBucket = false, objectLock = false } = credential
  const target = { bucket, storageClass: 'STANDARD', hasLock: objectLock, partBytes: Infinity }
  const tryAs = (isPrivate: boolean) => tryWriting(toBucket(http, { ...target, isPrivate }, ONCE)(KEY))
  const problem = await tryAs(privateBucket)
  if (problem && (privateBucket || (await tryAs(true)))) return problem
  const { DeleteObjectCommand } = await import('@aws-sdk/client-s3')
  const client = await openBucket(bucket, egressHandler(http, ONCE))
  await client.send(new DeleteObjectCommand({ Bucket: bucket.name, Key: KEY })).catch(() => undefined)
  return problem && `${problem} It accepts files with "s3_private_bucket".`
}

async function testContainer(
  { accountName: account = '', containerName: name = '', sasToken = '' }: StorageCredential,
  http: Http,
  endpoint: string,
): Promise<string | undefined> {
  if (!new RegExp(ACCOUNT_NAME).test(account))
    return '"accountName" must be 3 to 24 lower-case letters and digits.'
  const address = azureAddress({ endpoint, account, name, sasToken }, KEY)
  const problem = await tryWriting(toAddress(http, address, ONCE))
  const limits = { timeoutMs: ONCE.tryMs, maxBytes: 64 * 1024 }
  if (!problem) await http.request(new URL(address.address), { method: 'DELETE', headers: {}, ...limits })
  return problem
}

async function tryWriting(destination: Destination<object>): Promise<string | undefined> {
  const options = {
    contentType: 'text/plain; charset=utf-8',
    signal: new AbortController().signal,
    warn() {},
  }
  try {
    await destination.write(BODY, options)
    return undefined
  } catch (error) {
    if (error instanceof RenderError && error.cause instanceof Error)
      return `The store ${error.cause.message}.`
    throw error
  }
}
