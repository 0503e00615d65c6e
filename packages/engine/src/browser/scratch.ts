// One directory per browser for its profile and temporary files, removed after it.
import { chown, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PREFIX = 'render-browser-'

/** Makes a scratch directory that only `uid` (ours when undefined) can enter. */
export async function createScratch(uid?: number): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-${await startTime(process.pid)}-`))
  if (uid !== undefined) await chown(path, uid, uid)
  return path
}

/** Removes a scratch directory; dying processes may still be writing to it. */
export async function removeScratch(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

/** Removes what processes that were killed left behind. The name holds the owner's process id and start time. */
export async function sweepScratch(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX))
  for (const name of names) {
    const [pid, started] = name.slice(PREFIX.length).split('-')
    if ((await startTime(Number(pid))) !== started) await removeScratch(join(tmpdir(), name))
  }
}

/** Clock ticks since boot at which a process started; `gone` when there is none of that id. */
async function startTime(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 'gone'
}
