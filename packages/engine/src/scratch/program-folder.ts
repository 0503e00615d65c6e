import { chmod, chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createProcessFolder } from './process-folder.ts'

/** Subfolders that the program writes to. */
const WRITABLE = ['profile', 'home'] as const

/**
 * Creates the folder of a browser or another low-privilege program. `uid` (ours when undefined) owns the subfolders
 * `profile` and `home`. The folder itself stays ours: we write to it, and a compromised program could replace our files with
 * links.
 */
export async function createProgramFolder(uid?: number, under?: string): Promise<string> {
  const path = await createProcessFolder('browser', under)
  for (const name of WRITABLE) {
    await mkdir(join(path, name), { mode: 0o700 })
    if (uid !== undefined) await chown(join(path, name), uid, uid)
  }
  if (uid !== undefined) await chmod(path, 0o711)
  return path
}
