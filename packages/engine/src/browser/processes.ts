// Reads facts about processes, most of them a browser's, from /proc. Linux only.
import { readdirSync, readFileSync } from 'node:fs'

/** The parent of every running process, by process id. */
export type Parents = ReadonlyMap<number, number>

/** Returns the running processes with their parents; the parents of processes in `known` are not read again. */
export function readParents(known?: Parents): Parents {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!pid) continue
    const parent = known?.get(pid) ?? parentOf(pid)
    if (parent !== undefined) parents.set(pid, parent)
  }
  return parents
}

/** Returns the ids of a process and of all its descendants. */
export function processTree(root: number, parents: Parents): number[] {
  const children = Map.groupBy(parents.keys(), (pid) => parents.get(pid))
  const members = [root]
  for (const member of members) members.push(...(children.get(member) ?? []))
  return members
}

/** Returns the bytes of a process's anonymous and shared memory; file-backed pages do not count. */
export function ownedBytes(pid: number): number {
  const status = read(`/proc/${pid}/status`)
  const kilobytes = [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)].map((match) => Number(match[1]))
  return kilobytes.reduce((sum, value) => sum + value, 0) * 1024
}

/** Returns the CPU time that a process has used, in hundredths of a second. */
export function usedTicks(pid: number): number {
  const fields = statFields(pid)
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
}

/** Returns the start time of a process, in clock ticks since boot; `gone` when no process has that id. */
export function startTicks(pid: number): string {
  return statFields(pid)[19] ?? 'gone'
}

/** Returns whether a process is Chromium's graphics process. */
export function isGraphics(pid: number): boolean {
  return read(`/proc/${pid}/cmdline`).includes('--type=gpu-process')
}

/** Returns whether a process is one of Chromium's renderers. */
export function isRenderer(pid: number): boolean {
  return read(`/proc/${pid}/cmdline`).includes('--type=renderer')
}

/**
 * Returns whether a process runs under more seccomp filters than this process does, which means that Chromium's sandbox is
 * in force. In a container every process has the filter of the container engine.
 */
export function isSandboxed(pid: number): boolean {
  return filters(pid) > filters('self')
}

/** Returns how many seccomp filters a process runs under. */
function filters(pid: number | 'self'): number {
  const status = read(`/proc/${pid}/status`)
  if (!/^Seccomp:\s+2$/m.test(status)) return 0
  // Kernels before 5.9 do not report the number.
  return Number(/^Seccomp_filters:\s+(\d+)$/m.exec(status)?.[1] ?? 1)
}

function parentOf(pid: number): number | undefined {
  const parent = statFields(pid)[1]
  return parent === undefined ? undefined : Number(parent)
}

/** Returns the fields of a process's statistics after its name; without a field from the second on when it is gone. */
function statFields(pid: number): string[] {
  const stat = read(`/proc/${pid}/stat`)
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
