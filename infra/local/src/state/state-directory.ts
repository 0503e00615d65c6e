import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'

export interface StateDirectory {
  /** Absolute, without symbolic links. */
  path: string
  temporary: boolean
}

/** Creates the state folder of a stack: the given one, or a temporary one that is removed on disposal. */
export async function openStateDirectory(
  directory: string | undefined,
): Promise<Disposable & StateDirectory> {
  const created = directory ?? mkdtempSync(`${tmpdir()}/render-stack-`)
  mkdirSync(created, { recursive: true })
  // 0711: other users may traverse it, because the database user has to reach its own folder, but not list it.
  chmodSync(created, 0o711)
  const path = await realpath(created)
  return {
    path,
    temporary: directory === undefined,
    [Symbol.dispose]() {
      if (directory === undefined) rmSync(path, { recursive: true, force: true })
    },
  }
}
