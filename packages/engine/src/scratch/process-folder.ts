// Temporary folders that are named after the process that created them, so that leftovers of a crashed process are found.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTicks } from '../browser/processes.ts'

const NAME = /^render-(?:browser|scratch)-(\d+)-(\w+)-/

/** Creates a folder that only our user can enter. */
export async function createProcessFolder(kind: 'browser' | 'scratch', under = tmpdir()): Promise<string> {
  return mkdtemp(join(under, `render-${kind}-${process.pid}-${startTicks(process.pid)}-`))
}

/** Removes a folder; retries, because dying processes may still write to it. */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

/**
 * Removes the folders of processes that no longer run. Skips those that cannot be removed, such as those of another user.
 */
export async function sweepProcessFolders(under = tmpdir()): Promise<void> {
  for (const name of await readdir(under)) {
    const [, pid, started] = NAME.exec(name) ?? []
    if (pid !== undefined && startTicks(Number(pid)) !== started)
      await removeFolder(join(under, name)).catch(() => undefined)
  }
}
