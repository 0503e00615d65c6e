import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  statSync,
} from 'node:fs'

const ROTATE_AT_BYTES = 10 * 1024 * 1024
const TAIL_BYTES = 16 * 1024

/** Creates the log folder and renames logs larger than 10 MB to `<name>.1`. */
export function makeLogDirectory(directory: string): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(directory)) {
    const file = `${directory}/${name}`
    if (name.endsWith('.log') && statSync(file).size > ROTATE_AT_BYTES) renameSync(file, `${file}.1`)
  }
  return directory
}

/** Returns the last lines of a log, indented. */
export function lastLines(file: string, count: number): string {
  const lines = tail(file).trimEnd().split('\n').slice(-count)
  return lines.map((line) => `    ${line}`).join('\n')
}

function tail(file: string): string {
  let handle: number | undefined
  try {
    handle = openSync(file, 'r')
    const start = Math.max(0, fstatSync(handle).size - TAIL_BYTES)
    const buffer = Buffer.alloc(TAIL_BYTES)
    return buffer.toString('utf8', 0, readSync(handle, buffer, 0, TAIL_BYTES, start))
  } catch {
    return '(no log)'
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}
