import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { isArtefactKey } from './artefact-key.ts'
import type { ArtefactStore, StoredArtefact } from './store.ts'

/** Artefacts as files under `<root>/<year>/<month>/<day>/`; they appear by rename, after all bytes are written. */
export function createDiskStore(root: string): ArtefactStore {
  return {
    async write(key, body) {
      const path = pathOf(key)
      // No key has this form: what is unfinished is never found.
      const unfinished = join(dirname(path), `.${randomBytes(12).toString('hex')}.part`)
      await mkdir(dirname(path), { recursive: true })
      try {
        await writeFile(unfinished, body, { flag: 'wx', mode: 0o640 })
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },

    async find(key): Promise<StoredArtefact | undefined> {
      const path = pathOf(key)
      const found = await stat(path).catch(undefinedWhenMissing)
      if (!found?.isFile()) return undefined
      return {
        sizeBytes: found.size,
        etag: `"${found.mtimeMs.toString(36)}-${found.size.toString(36)}"`,
        modified: found.mtime,
        read: (range) => createReadStream(path, range),
      }
    },

    async remove(key) {
      await rm(pathOf(key), { force: true })
    },

    async sweep(before) {
      let deleted = 0
      for (const day of await daysUnder(root)) {
        if (day >= before) continue
        const folder = join(root, day.replaceAll('-', '/'))
        deleted += (await readdir(folder)).length
        await rm(folder, { recursive: true, force: true })
      }
      return deleted
    },
  }

  function pathOf(key: string): string {
    if (!isArtefactKey(key)) throw new Error('Not the key of an artefact.')
    return join(root, key)
  }
}

/** The days that have a folder, as `YYYY-MM-DD`. */
async function daysUnder(root: string): Promise<string[]> {
  const days: string[] = []
  for (const year of await numberedFolders(root)) {
    for (const month of await numberedFolders(join(root, year))) {
      for (const day of await numberedFolders(join(root, year, month))) days.push(`${year}-${month}-${day}`)
    }
  }
  return days
}

async function numberedFolders(path: string): Promise<string[]> {
  const entries = (await readdir(path, { withFileTypes: true }).catch(undefinedWhenMissing)) ?? []
  return entries
    .filter((entry) => entry.isDirectory() && /^\d{2,4}$/.test(entry.name))
    .map(({ name }) => name)
}

function undefinedWhenMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
