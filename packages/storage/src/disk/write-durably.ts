import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { addAbortSignal } from 'node:stream'
import { openBody, type Body } from '@render/outputs'
import type { WriteOptions, Written } from '../artefact-store.ts'
import { onDisk } from './disk-errors.ts'

interface WriteSettings extends Pick<WriteOptions, 'onChunk'> {
  signal: AbortSignal
}

/**
 * Writes a file so that it appears whole under its name, and survives a power cut once this resolves: the bytes go to a
 * temporary file that is flushed, then renamed, then the folder is flushed. Hashes the bytes while the disk writes them.
 */
export async function writeDurably(path: string, body: Body, options: WriteSettings): Promise<Written> {
  const folder = dirname(path)
  await createFolder(folder)
  // The name does not have the form of an artefact key, so that an unfinished file is never found.
  const temporary = join(folder, `.${randomBytes(12).toString('hex')}.part`)
  try {
    const written = await writeAndFlush(temporary, body, options)
    options.signal.throwIfAborted()
    await onDisk(rename(temporary, path))
    await flushFolder(folder)
    return written
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    throw error
  }
}

async function writeAndFlush(path: string, body: Body, options: WriteSettings): Promise<Written> {
  const file = await onDisk(open(path, 'wx', 0o640))
  try {
    const written = await copy(body, file, options)
    await onDisk(file.sync())
    return written
  } finally {
    await onDisk(file.close())
  }
}

async function copy(body: Body, file: FileHandle, { signal, onChunk }: WriteSettings): Promise<Written> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  for await (const chunk of addAbortSignal(signal, openBody(body)) as AsyncIterable<Buffer>) {
    const writing = onDisk(file.writeFile(chunk))
    hash.update(chunk)
    onChunk?.(chunk)
    sizeBytes += chunk.length
    await writing
  }
  return { sizeBytes, sha256: hash.digest('hex') }
}

/** Creates a folder with its parents, and flushes the folders in which new ones were created. */
async function createFolder(folder: string): Promise<void> {
  const first = await onDisk(mkdir(folder, { recursive: true }))
  if (first === undefined) return
  for (let created = folder; created.length >= first.length; created = dirname(created)) {
    await flushFolder(dirname(created))
  }
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await onDisk(open(folder, 'r'))
  try {
    await onDisk(handle.sync().catch(ignoreUnsupported))
  } finally {
    await onDisk(handle.close())
  }
}

/** Some network file systems cannot flush folders. */
function ignoreUnsupported(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EINVAL' && error.code !== 'ENOTSUP') throw error
}
