import { readdirSync, readFileSync } from 'node:fs'

export interface RunningProcess {
  pid: number
  parentPid: number
  command: string
}

/** Returns the descendants of these processes, at any depth, from one pass over /proc. */
export function descendantsOf(...pids: number[]): RunningProcess[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? read(Number(name)) : []))
  const found: RunningProcess[] = []
  let parents = new Set(pids)
  while (parents.size > 0) {
    const children = all.filter(({ parentPid }) => parents.has(parentPid))
    found.push(...children)
    parents = new Set(children.map((child) => child.pid))
  }
  return found
}

/** Returns nothing when the process has ended. */
function read(pid: number): RunningProcess[] {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return [{ pid, parentPid: Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]), command }]
  } catch {
    return []
  }
}
