// Measures the CPU time of a test run by test file and by program. Linux only; elsewhere there are no figures.
import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** CPU seconds by name. */
type Seconds = Map<string, number>

export interface CpuUse {
  /** Programs that serve several files count as `shared`. */
  byFile: Seconds
  byProgram: Seconds
}

interface Running {
  parent: number
  /** Hundredths of a second of the process itself, and of its ended children. */
  own: number
  ended: number
  program: string
  /** The test file that the process belongs to. */
  file: string
}

const SAMPLE_MS = 1000

/**
 * Samples the processes below `root` until it is stopped. What a process uses counts for the test file that is the title of
 * the process, or else of its next ancestor.
 */
export function sampleCpuByFile(root: number): { stop(): CpuUse } {
  const use: CpuUse = { byFile: new Map(), byProgram: new Map() }
  let before = new Map<number, Running>()
  const add = ({ file, program }: Running, ticks: number) => {
    for (const [seconds, name] of [
      [use.byFile, file],
      [use.byProgram, program],
    ] as const)
      seconds.set(name, (seconds.get(name) ?? 0) + ticks / 100)
  }
  const sample = () => {
    const now = readTree(root, before)
    const gone = new Map<number, number>()
    for (const [pid, { parent, own, ended }] of before)
      if (!now.has(pid)) gone.set(parent, (gone.get(parent) ?? 0) + own + ended)
    for (const [pid, running] of now) {
      const last = before.get(pid) ?? { own: 0, ended: 0 }
      add(running, running.own - last.own)
      // Adds the time that children used after they were last seen, or that of children that were never seen.
      const unseen = running.ended - last.ended - (gone.get(pid) ?? 0)
      if (unseen > 0) add({ ...running, program: `ended soon, of ${running.program}` }, unseen)
    }
    before = now
  }
  sample()
  const timer = setInterval(sample, SAMPLE_MS)
  return {
    stop() {
      clearInterval(timer)
      return use
    },
  }
}

/** Returns the processes below `root`, and those that were below it in `before`. */
function readTree(root: number, before: ReadonlyMap<number, Running>): Map<number, Running> {
  const all = new Map<number, Omit<Running, 'program' | 'file'>>()
  for (const name of readNames('/proc')) {
    const stat = read(`/proc/${name}/stat`)
    // The second field is the program name in parentheses, which may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number)
    if (stat)
      all.set(Number(name), {
        parent: Number(fields[1]),
        own: user! + system!,
        ended: endedUser! + endedSystem!,
      })
  }
  const tree = new Map<number, Running>()
  const place = (pid: number): Running | undefined => {
    const placed = tree.get(pid)
    const found = all.get(pid)
    if (placed || !found) return placed
    const known = before.get(pid)
    const parent = found.parent > 1 ? place(found.parent) : undefined
    if (pid !== root && !parent && !known) return undefined
    // Processes that write their own command line, as Chromium's do, separate its parts by spaces.
    const command = read(`/proc/${pid}/cmdline`).split(/[\0 ]/)
    const title = command[0]!
    const running = title.endsWith('.test.ts')
      ? { ...found, program: 'test files', file: title }
      : { ...found, program: known?.program ?? programOf(command), file: (parent ?? known)?.file ?? 'shared' }
    tree.set(pid, running)
    return running
  }
  for (const pid of all.keys()) place(pid)
  return tree
}

/** Returns the program with the kind of Chromium's process, or the script that Node runs. */
function programOf(command: readonly string[]): string {
  const [program = '', ...rest] = command
  const kind = rest.find((each) => each.startsWith('--type='))
  const script = rest.find((each) => /\.[cm]?[jt]s$/.test(each))
  if (script) return script.split('/').slice(-3).join('/')
  return [basename(program).replace(/:$/, ''), kind].filter(Boolean).join(' ')
}

function readNames(directory: string): string[] {
  try {
    return readdirSync(directory).filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
