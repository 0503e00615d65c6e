import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** Undefined when the file is not there; throws when it is no JSON. */
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
    throw new Error(`${file} is no JSON; remove it to have it made anew.`, { cause: error })
  }
}

/** Readable by its owner only; replaced in one step, so that no reader sees half of it. */
export function writeJson(file: string, value: unknown): void {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600 })
  renameSync(draft, file)
}
