import { lstat, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { RenderError } from '@render/errors'
import type { FileBody } from '@render/outputs'
import { createProcessFolder, removeFolder } from './process-folder.ts'

/** The folder in which one render keeps the files of its outputs. Disposing removes it. */
export interface Scratch extends AsyncDisposable {
  /**
   * Returns the path for a new file, and creates the folder on first use.
   * @throws {Error} for a name that is a path.
   */
  file(name: string): Promise<string>
  /**
   * Takes a written file over as the body of an output.
   * @throws {RenderError} `RenderFailedError` when all files together exceed the quota.
   */
  take(name: string): Promise<FileBody>
}

interface ScratchSettings {
  /** Bytes of all files together. */
  quotaBytes: number
  /** The folder to create it in. Default: the folder of temporary files. */
  under?: string
}

/** Creates the scratch of one render. Nothing is written before the first file. */
export function createScratch({ quotaBytes, under = tmpdir() }: ScratchSettings): Scratch {
  let creating: Promise<string> | undefined
  let isDisposed = false

  async function pathOf(name: string): Promise<string> {
    if (name === '' || name === '.' || name === '..' || name !== basename(name))
      throw new Error(
        `Invalid name of a scratch file: ${JSON.stringify(name)} must be a file name without a folder.`,
      )
    if (isDisposed) throw new Error('The render has ended: its scratch folder is gone.')
    creating ??= createProcessFolder('scratch', under)
    return join(await creating, name)
  }

  return {
    file: pathOf,

    async take(name) {
      const path = await pathOf(name)
      const file = await lstat(path)
      // A symbolic link could lead to a file that does not belong to the render.
      if (!file.isFile()) throw new Error(`Invalid scratch file: ${name} must be a regular file.`)
      const usedBytes = await sizeOfFiles(join(path, '..'))
      if (usedBytes > quotaBytes) throw exceeded(quotaBytes)
      return { path, sizeBytes: file.size }
    },

    async [Symbol.asyncDispose]() {
      isDisposed = true
      const path = await creating?.catch(() => undefined)
      // The render does not fail for a folder that cannot be removed: the next start sweeps it.
      if (path !== undefined) await removeFolder(path).catch(() => undefined)
    },
  }
}

async function sizeOfFiles(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async ({ parentPath, name }) => (await lstat(join(parentPath, name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

function exceeded(quotaBytes: number): RenderError {
  const megabytes = Math.floor(quotaBytes / 1024 ** 2)
  return new RenderError('RenderFailedError', {
    message: `The files of the render exceed the limit of ${megabytes} MB in total.`,
  })
}
