import { statSync } from 'node:fs'

/** The state of a file; a missing one has the size 0 and was modified at 0. */
type Stamp = [file: string, modifiedMs: number, size: number]

/** Returns stamps by which a later call of `areCurrent` finds out whether one of these files has changed since a time. */
export function stampFiles(files: readonly string[], sinceMs: number): Stamp[] {
  // A file that was changed after that time has a stamp that never is current.
  return files.map(stamp).map((now) => (now[1] < sinceMs ? now : [now[0], -1, -1]))
}

export function areCurrent(stamps: readonly Stamp[]): boolean {
  return stamps.every(([file, modifiedMs, size]) => {
    const [, nowMs, nowSize] = stamp(file)
    return nowMs === modifiedMs && nowSize === size
  })
}

function stamp(file: string): Stamp {
  const stats = statSync(file, { throwIfNoEntry: false })
  return [file, stats?.mtimeMs ?? 0, stats?.size ?? 0]
}
