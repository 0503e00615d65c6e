// Remembers the hash of a step's inputs, so that the step runs again only when they change.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Hashes the contents of files and other text; a missing file counts as empty. */
export function hashInputs(files, ...others) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0${read(file)}\0`)
  return hash.update(others.join('\0')).digest('hex')
}

/** Returns whether the step last ran with inputs of this hash. */
export function isCurrent(hashFile, hash) {
  return read(hashFile) === hash
}

export function saveHash(hashFile, hash) {
  mkdirSync(dirname(hashFile), { recursive: true })
  writeFileSync(hashFile, hash)
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return ''
    throw error
  }
}
