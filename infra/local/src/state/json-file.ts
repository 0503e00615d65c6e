import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/**
 * Returns undefined when the file does not exist.
 * @throws {Error} when it is not JSON.
 */
export function readJson(file: string): unknown {
  let content: string
  try {
    content = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    return JSON.parse(content)
  } catch (error) {
    throw new Error(`${file} is not valid JSON; remove it and it will be created again.`, { cause: error })
  }
}

/** Writes a file that only its owner can read. It is replaced atomically, so that no reader sees half of it. */
export function writeJson(file: string, value: unknown): void {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600 })
  renameSync(draft, file)
}
