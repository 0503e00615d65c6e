import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'

export interface StateDirectory {
  /** Absolute, without links. */
  path: string
  temporary: boolean
}

/** Opens the folder of a stack's state: the given one, or a temporary one that is gone on disposal. */
export async function openState(directory: string | undefined): Promise<Disposable & StateDirectory> {
  const made = directory ?? mkdtempSync(`${tmpdir()}/render-stack-`)
  mkdirSync(made, { recursive: true })
  // Others may pass through, since the database's user has to reach its own folder; they cannot list or read.
  chmodSync(made, 0o711)
  const path = await realpath(made)
  return {
    path,
    temporary: directory === undefined,
    [Symbol.dispose]() {
      if (directory === undefined) rmSync(path, { recursive: true, force: true })
    },
  }
}
