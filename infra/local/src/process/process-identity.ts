// The kernel reuses pids, so a process is identified by its pid and its start time.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

export interface ProcessIdentity {
  pid: number
  /** Opaque text for the start time, stable over the process's life and across exec. */
  started: string
}

interface Running extends ProcessIdentity {
  parent: number
}

/** Returns the identity of the process with this pid; undefined when there is none or only a zombie. */
export function identify(pid: number): ProcessIdentity | undefined {
  const running = process.platform === 'linux' ? fromProc(pid) : fromPs(pid)[0]
  return running && { pid, started: running.started }
}

/** Returns whether exactly this process is still running. */
export function isAlive({ pid, started }: ProcessIdentity): boolean {
  return identify(pid)?.started === started
}

/** Returns the running descendants of a process: its children, their children and so on. */
export function descendants(pid: number): ProcessIdentity[] {
  const all = process.platform === 'linux' ? allFromProc() : fromPs()
  const found: Running[] = []
  const parents = new Set([pid])
  for (let grew = true; grew;) {
    const next = all.filter((each) => parents.has(each.parent) && !parents.has(each.pid))
    for (const each of next) parents.add(each.pid)
    found.push(...next)
    grew = next.length > 0
  }
  return found.map(({ pid, started }) => ({ pid, started }))
}

function allFromProc(): Running[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => fromProc(Number(name)))
    .filter((running) => running !== undefined)
}

function fromProc(pid: number): Running | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program name in parentheses, which may contain anything: parse what follows it.
    const [state, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z' || state === 'X') return undefined
    return { pid, parent: Number(parent), started: `${bootId()}/${rest[17]}` }
  } catch {
    return undefined
  }
}

/** Start times count from boot, so they are unique only together with the boot id. */
function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
}

function fromPs(pid?: number): Running[] {
  const which = pid === undefined ? ['-A'] : ['-p', String(pid)]
  try {
    const table = execFileSync('ps', [...which, '-o', 'pid=,ppid=,stat=,lstart='], { encoding: 'utf8' })
    return table
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([pid, , state]) => pid && !state?.startsWith('Z'))
      .map(([pid, parent, , ...started]) => ({
        pid: Number(pid),
        parent: Number(parent),
        started: started.join(' '),
      }))
  } catch {
    return []
  }
}
