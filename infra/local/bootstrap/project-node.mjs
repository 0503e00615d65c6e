import { existsSync } from 'node:fs'
import { fail, root } from './run.mjs'

const OLDEST_MAJOR = 24

/** Returns the Node installed by the lockfile or, on platforms without one, the machine's Node if it is new enough. */
export function projectNode() {
  const installed = `${root}/node_modules/.bin/node`
  if (existsSync(installed)) return installed
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_MAJOR) return process.execPath
  return fail(
    `Node ${process.versions.node} is too old: this project installs its own Node on Linux x64 and arm64 only. On ${process.platform} ${process.arch}\n` +
      `it needs Node ${OLDEST_MAJOR} or newer: install Node 26 (https://nodejs.org).`,
  )
}
