// One directory per browser for its profile and temporary files, removed after it.
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PREFIX = 'render-browser-'

/** What the browser writes to. */
const FOLDERS = ['profile', 'home'] as const

/**
 * Makes a scratch directory in which `uid` (ours when undefined) owns the folders `profile` and `home`. The directory
 * itself stays ours: we write to it, and a browser that broke out could put a link in our way.
 */
export async function createScratch(uid?: number, under = tmpdir()): Promise<string> {
  const path = await mkdtemp(join(under, `${PREFIX}${process.pid}-${await startTime(process.pid)}-`))
  for (const folder of FOLDERS) {
    await mkdir(join(path, folder), { mode: 0o700 })
    if (uid !== undefined) await chown(join(path, folder), uid, uid)
  }
  if (uid !== undefined) await chmod(path, 0o711)
  return path
}

/** Removes a scratch directory; dying processes may still be writing to it. */
export async function removeScratch(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

/**
 * Removes what processes that were killed left behind, but not what another user left who may write here too. The name
 * holds the owner's process id and start time.
 */
export async function sweepScratch(under = tmpdir()): Promise<void> {
  const names = (await readdir(under)).filter((name) => name.startsWith(PREFIX))
  for (const name of names) {
    const [pid, started] = name.slice(PREFIX.length).split('-')
    if ((await startTime(Number(pid))) !== started)
      await removeScratch(join(under, name)).catch(() => undefined)
  }
}

/** Clock ticks since boot at which a process started; `gone` when there is none of that id. */
async function startTime(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 'gone'
}
