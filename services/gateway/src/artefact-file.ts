import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { RenderError } from '@render/errors'
import type { ArtefactStore, StoredArtefact } from '@render/storage'
import type { Response } from 'express'
import { artefactType } from './artefact-types.ts'
import type { Slice } from './conditions.ts'

/**
 * Answers 200 with the bytes of a file, or with their base64 as plain text.
 * @throws {RenderError} `NotFound` when it was swept.
 */
export async function sendFile(
  res: Response,
  store: Pick<ArtefactStore, 'find'>,
  key: string,
  encoding: 'binary' | 'base64' = 'binary',
): Promise<void> {
  const found = await findFile(store, key)
  if (!found) throw fileIsGone()
  const isText = encoding === 'base64'
  const { contentType, isActive } = artefactType(key)
  const { sizeBytes } = found
  const bytes = res.req.method === 'HEAD' || sizeBytes === 0 ? undefined : await openFile(found)
  res.setHeader('Content-Type', isText ? 'text/plain; charset=utf-8' : contentType)
  res.setHeader('Content-Length', isText ? Math.ceil(sizeBytes / 3) * 4 : sizeBytes)
  if (isActive && !isText) res.setHeader('Content-Security-Policy', 'sandbox')
  if (!bytes) return void res.end()
  await pour(isText ? Readable.from(toBase64(bytes)) : bytes, res)
}

/** @throws {RenderError} `InternalError` when the disk fails. */
export async function findFile(
  store: Pick<ArtefactStore, 'find'>,
  key: string,
): Promise<StoredArtefact | undefined> {
  return store.find(key).catch(refuseDisk)
}

/** Opens what was found, so that it can be read to its end even if it is swept meanwhile. */
export async function openFile(found: StoredArtefact, slice?: Slice): Promise<Readable> {
  const bytes = found.read(slice)
  try {
    await once(bytes, 'readable')
    return bytes
  } catch (cause) {
    // It was swept after it was found.
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') throw fileIsGone()
    return refuseDisk(cause as NodeJS.ErrnoException)
  }
}

export function fileIsGone(): RenderError {
  return new RenderError('NotFound', { message: 'There is no such file: it has expired, or never was.' })
}

/** Sends bytes to their end. */
export async function pour(bytes: Readable, res: Response): Promise<void> {
  let failure: Error | undefined
  bytes.once('error', (error) => {
    // A client that leaves in the middle is nobody's fault, and closes the answer first.
    if (!res.closed) failure = error
  })
  await pipeline(bytes, res).catch(() => {})
  if (failure) refuseDisk(failure)
}

/** The disk's own words name the file, and whoever knows a file's name can read it: the log gets the code alone. */
function refuseDisk({ code, syscall }: NodeJS.ErrnoException): never {
  throw new RenderError('InternalError', { cause: new Error(`The disk failed: ${syscall} ${code}.`) })
}

/** Three bytes are four characters; what is left over waits for the next chunk. */
async function* toBase64(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk])
    const whole = bytes.length - (bytes.length % 3)
    yield bytes.toString('base64', 0, whole)
    rest = bytes.subarray(whole)
  }
  yield rest.toString('base64')
}
