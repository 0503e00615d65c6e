import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes the folders of all days before a day (`YYYY-MM-DD`) and returns the number of files in them. */
export async function sweepDays(root: string, before: string): Promise<number> {
  let deleted = 0
  for (const day of await listDays(root)) {
    if (day >= before) continue
    const folder = join(root, day.replaceAll('-', '/'))
    deleted += (await readdir(folder)).length
    await rm(folder, { recursive: true, force: true })
  }
  return deleted
}

/** Returns the days that have a folder, as `YYYY-MM-DD`. */
async function listDays(root: string): Promise<string[]> {
  const days: string[] = []
  for (const year of await numberedFolders(root)) {
    for (const month of await numberedFolders(join(root, year))) {
      for (const day of await numberedFolders(join(root, year, month))) days.push(`${year}-${month}-${day}`)
    }
  }
  return days
}

async function numberedFolders(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return []
  })
  return entries
    .filter((entry) => entry.isDirectory() && /^\d{2,4}$/.test(entry.name))
    .map(({ name }) => name)
}
