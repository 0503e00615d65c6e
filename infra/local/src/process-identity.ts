// A pid alone names nobody for long: the kernel gives it away again. With the time of its start it does.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

export interface ProcessIdentity {
  pid: number
  /** An opaque mark of when it started, stable over its life and across exec. */
  started: string
}

interface Running extends ProcessIdentity {
  parent: number
}

/** Who has this pid now; undefined when nobody, or only a zombie. */
export function identify(pid: number): ProcessIdentity | undefined {
  const running = process.platform === 'linux' ? fromProc(pid) : fromPs(pid)[0]
  return running && { pid, started: running.started }
}

/** Whether exactly this process still runs. */
export function isAlive({ pid, started }: ProcessIdentity): boolean {
  return identify(pid)?.started === started
}

/** All that a process has started, directly or not, and that runs still. */
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
    // The second field is the name in brackets, which may hold anything: count from behind it.
    const [state, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z' || state === 'X') return undefined
    return { pid, parent: Number(parent), started: `${bootId()}/${rest[17]}` }
  } catch {
    return undefined
  }
}

/** Start times count from the machine's start, so they need its name beside them. */
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
