// Paths and keys of files in stores of callers.
import { randomBytes } from 'node:crypto'

/**
 * Returns the path of a render in a store of the caller's, without the extension of a file: the one that was requested, with
 * a random name where it ends with a slash or is empty. It names a project and no render, whose id would open its record.
 */
export function objectPath(requested: string, projectId: string, now = new Date()): string {
  const path = requested.replaceAll(/\/{2,}/g, '/').replace(/^\//, '')
  const day = [now.getUTCFullYear(), now.getUTCMonth() + 1, now.getUTCDate()].join('/')
  const folder = path === '' ? `renders/${projectId}/${day}/` : path
  return folder.endsWith('/') ? folder + randomBytes(16).toString('base64url') : folder
}

interface ObjectFile {
  /** Added to the path for a side file; may be empty. */
  suffix?: string
  extension: string
}

/** Returns the key of the main file of a render, or of one beside it. */
export function objectKey(path: string, { suffix, extension }: ObjectFile, hasExtension = true): string {
  if (hasExtension) return `${path}${suffix ?? ''}.${extension}`
  return suffix === undefined ? path : `${path}${suffix}-${extension}`
}
