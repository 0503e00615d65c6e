import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ORIGIN_HOST } from './origin.ts'

/** A bucket server with one bucket. */
export interface S3Server extends AsyncDisposable {
  url: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Requests an object without a key, as everybody can. */
  get(key: string): Promise<Response>
  /** Stores a text of the type `text/plain`. */
  put(key: string, text: string): Promise<void>
}

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
    // Its only key.
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
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
