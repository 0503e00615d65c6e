import { readdirSync, readFileSync } from 'node:fs'

export interface RunningProcess {
  pid: number
  parentPid: number
  command: string
}

/** The processes under one or several, at any depth, as one reading of /proc shows them. */
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

/** Nothing when the process has ended meanwhile. */
function read(pid: number): RunningProcess[] {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return [{ pid, parentPid: Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]), command }]
  } catch {
    return []
  }
}
