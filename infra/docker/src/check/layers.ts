import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { mustRun } from './root-system.ts'

/** Archives of root file systems, kept for a day for the checks of all checkouts, as an engine keeps its build cache. */
export interface Layers {
  /** Returns the archive that these words identify; where there is none yet, makes one of the folder that `fill` fills. */
  get(words: readonly string[], fill: (root: string) => Promise<void>): Promise<string>
}

export function openLayers(
  directory = `${process.env.XDG_CACHE_HOME || `${homedir()}/.cache`}/render-service/layers`,
): Layers {
  const today = new Date().toISOString().slice(0, 10)
  mkdirSync(directory, { recursive: true })
  for (const old of readdirSync(directory).filter((name) => !name.startsWith(today)))
    removeOld(`${directory}/${old}`)

  return {
    async get(words, fill) {
      const hash = createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 16)
      const archive = `${directory}/${today}-${hash}.tar`
      if (existsSync(archive)) return archive
      // Another check may make the same one at the same time.
      const own = `${archive}.${process.pid}`
      try {
        await fill(`${own}.root`)
        const packing = ['-C', `${own}.root`, '-cf', own, '--exclude=./var/cache/apt/archives/*.deb', '.']
        await mustRun('tar', packing)
        renameSync(own, archive)
      } finally {
        for (const path of [own, `${own}.root`]) rmSync(path, { recursive: true, force: true })
      }
      return archive
    },
  }
}

/** A check that was killed leaves file systems mounted there, which cannot be removed. */
function removeOld(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch (error) {
    console.warn(`${path} was not removed:`, error)
  }
}
