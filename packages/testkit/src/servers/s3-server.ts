import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import { ORIGIN_HOST } from './origin.ts'

/** A bucket server with one bucket. */
export interface S3Server extends AsyncDisposable {
  url: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Makes an address at which an object of a type can be stored with PUT, as the owner of a bucket does. */
  presign(key: string, contentType: string): Promise<string>
  /** Requests an object without a key, as everybody can. */
  get(key: string): Promise<Response>
  /** Stores a text of the type `text/plain`. */
  put(key: string, text: string): Promise<void>
}

/** The only key of the server. */
const KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

/** Starts s3rver in this process. It knows neither ACLs nor storage classes. */
export async function startS3Server(bucket = 'pictures'): Promise<S3Server> {
  const { default: S3rver } = await import('s3rver')
  const directory = mkdtempSync(join(tmpdir(), 's3-server-'))
  const server = new S3rver({
    address: ORIGIN_HOST,
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  })
  const { port } = await server.run()
  const url = `http://${ORIGIN_HOST}:${port}`
  return {
    url,
    bucket,
    ...KEYS,
    presign: (key, contentType) => presign(`${url}/${bucket}/${key}`, contentType),
    get: (key) => fetch(`${url}/${bucket}/${key}`),
    async put(key, body) {
      const headers = { 'content-type': 'text/plain' }
      const { status } = await fetch(`${url}/${bucket}/${key}`, { method: 'PUT', headers, body })
      if (status !== 200) throw new Error(`The bucket server answered ${status}.`)
    },
    async [Symbol.asyncDispose]() {
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function presign(url: string, contentType: string): Promise<string> {
  const signer = new AwsClient({ ...KEYS, service: 's3', region: 'us-east-1' })
  const request = { method: 'PUT', headers: { 'content-type': contentType } }
  return (await signer.sign(url, { ...request, aws: { signQuery: true, allHeaders: true } })).url
}
