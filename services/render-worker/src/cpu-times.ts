import { readFileSync } from 'node:fs'

/** What all cores have done since the start of the system, in a unit of its own. */
export interface CpuTimes {
  idle: number
  all: number
}

/** Undefined where there is no `/proc`. */
export function readCpuTimes(): CpuTimes | undefined {
  try {
    const [total] = readFileSync('/proc/stat', 'utf8').split('\n', 1)
    return sumUp(total!)
  } catch {
    return undefined
  }
}

/** From the line `cpu  user nice system idle iowait irq softirq steal …`; what runs in guests is in the first two. */
function sumUp(line: string): CpuTimes {
  const times = line.split(/\s+/).slice(1, 9).map(Number)
  return { idle: times[3]! + times[4]!, all: times.reduce((sum, time) => sum + time, 0) }
}
