import { descendantsOf, type RunningProcess } from '@render/testkit'
import { readFileSync } from 'node:fs'

/** The programs that take part in a video, and how their command lines are recognised; the first match counts. */
const PROGRAMS = {
  'GPU process': /--type=gpu-process/,
  renderer: /--type=renderer/,
  browser: /--type=|--remote-debugging-pipe/,
  ffmpeg: /-i pipe:0/,
} as const

/** Everything else is the worker, its egress proxy, and the other services. */
type Program = keyof typeof PROGRAMS | 'worker' | 'others'

export type CpuMs = Record<Program, number>

const MS_PER_TICK = 10
/** Programs that end lose what they used since the last sample. */
const SAMPLE_MS = 100

/** Measures the CPU time that each program of the service uses until it is stopped. */
export function startCpuByProgram(service: { pids(): number[]; workerPids(): number[] }): {
  stop(): CpuMs
} {
  const latest = new Map<number, { program: Program; ms: number }>()
  const first = new Map<number, number>()
  const sample = (isFirst = false): void => {
    const workers = service.workerPids()
    const roots = service.pids().map((pid) => ({ pid, command: '' }))
    for (const { pid, command } of [...roots, ...descendantsOf(...service.pids())]) {
      const ms = cpuMs(pid)
      if (ms === undefined) continue
      if (isFirst) first.set(pid, ms)
      latest.set(pid, { program: workers.includes(pid) ? 'worker' : programOf(command), ms })
    }
  }
  sample(true)
  const timer = setInterval(sample, SAMPLE_MS)
  return {
    stop() {
      clearInterval(timer)
      sample()
      const spent: CpuMs = { browser: 0, renderer: 0, 'GPU process': 0, ffmpeg: 0, worker: 0, others: 0 }
      for (const [pid, { program, ms }] of latest) spent[program] += ms - (first.get(pid) ?? 0)
      return spent
    },
  }
}

function programOf(command: RunningProcess['command']): Program {
  const names = Object.keys(PROGRAMS) as (keyof typeof PROGRAMS)[]
  return names.find((name) => PROGRAMS[name].test(command)) ?? 'others'
}

/** Returns nothing for a process that has ended. */
function cpuMs(pid: number): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK
  } catch {
    return undefined
  }
}
