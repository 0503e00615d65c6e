import { existsSync } from 'node:fs'
import { fail, root } from './run.mjs'

const OLDEST = 24

/** The Node that the lockfile brought; where npm has none for this platform, the machine's, if it is new enough. */
export function projectNode() {
  const brought = `${root}/node_modules/.bin/node`
  if (existsSync(brought)) return brought
  if (Number(process.versions.node.split('.')[0]) >= OLDEST) return process.execPath
  return fail(
    `This project brings its own Node for Linux on x64 and arm64 only; here (${process.platform} ${process.arch})\n` +
      `it runs on yours, which has to be ${OLDEST} or newer and is ${process.versions.node}: install Node 26 (https://nodejs.org).`,
  )
}
