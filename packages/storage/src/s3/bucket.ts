import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3'
import { regionOf } from './known-hosts.ts'

/** A bucket, and the key that opens it. */
export interface Bucket {
  name: string
  region: string
  /** Base URL of the API; the bucket is part of the path or of the host. */
  endpoint: string
  isPathStyle: boolean
  /** Only our own store may have none: it then uses those of the machine. */
  credentials?: { accessKeyId: string; secretAccessKey: string }
}

/** A bucket as options and credentials describe it. */
export interface BucketFields {
  bucket?: string
  region?: string
  endpoint?: string
  forcePathStyle?: boolean
  accessKeyId?: string
  secretAccessKey?: string
}

/** The region of requests that name none, neither by themselves nor by their endpoint. */
const DEFAULT_REGION = 'us-east-1'

const SILENT = { trace() {}, debug() {}, info() {}, warn() {}, error() {} }

/** Fills in what a description of a bucket leaves out; without an endpoint it is Amazon's. */
export function bucketFrom({ bucket = '', ...fields }: BucketFields): Bucket {
  const { region = (fields.endpoint && regionOf(fields.endpoint)) || DEFAULT_REGION } = fields
  const { endpoint = amazonEndpoint(region), accessKeyId = '', secretAccessKey = '' } = fields
  const isAmazon = /\.amazonaws\.com(\.cn)?$/.test(new URL(endpoint).hostname)
  return {
    name: bucket,
    region,
    endpoint,
    // The certificates of hosts do not cover dots in names of buckets.
    isPathStyle: fields.forcePathStyle ?? (!isAmazon || bucket.includes('.')),
    credentials: { accessKeyId, secretAccessKey },
  }
}

/**
 * Opens a bucket. Nothing is tried again and no redirect is followed: callers do, and bound, all of that. Loads the library,
 * which takes longer than all the rest of a start.
 */
export async function openBucket(
  { region, endpoint, isPathStyle, credentials }: Bucket,
  requestHandler: S3ClientConfig['requestHandler'],
): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3')
  return new S3Client({
    region,
    endpoint,
    forcePathStyle: isPathStyle,
    ...(credentials && { credentials }),
    requestHandler,
    maxAttempts: 1,
    // Many stores do not know the checksums that the library would add to every request.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    logger: SILENT,
  })
}

function amazonEndpoint(region: string): string {
  return `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
}

/** Returns the address of an object. */
export function objectAddress({ name, endpoint, isPathStyle }: Bucket, key: string): string {
  const url = new URL(endpoint)
  if (!isPathStyle) url.host = `${name}.${url.host}`
  const path = url.pathname.replace(/\/*$/, '/')
  return `${url.origin}${path}${isPathStyle ? `${name}/` : ''}${encodeKey(key)}`
}

/** Returns the address of a path on the host of a CDN, with the host in ASCII as headers need it. */
export function cdnAddress(host: string, path: string): string {
  return `${new URL(`https://${host}`).origin}/${path}`
}

/** Percent-encodes a key for a URL as S3 does; its slashes stay. */
export function encodeKey(key: string): string {
  return key.split('/').map(encodeSegment).join('/')
}

function encodeSegment(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
