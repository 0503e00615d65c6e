// A stamp remembers for which inputs a step was last done, so that it is done again only when they change.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Hash over the contents of files and other text; a missing file counts as empty. */
export function fingerprint(files, ...others) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0${read(file)}\0`)
  return hash.update(others.join('\0')).digest('hex')
}

export function isStamped(stamp, value) {
  return read(stamp) === value
}

export function writeStamp(stamp, value) {
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, value)
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return ''
    throw error
  }
}
