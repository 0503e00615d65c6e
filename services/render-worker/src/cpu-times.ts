import { readFileSync } from 'node:fs'

/** CPU time of all cores since boot, in clock ticks. */
export interface CpuTimes {
  idle: number
  all: number
}

/** Reads the CPU times; undefined where there is no `/proc`. */
export function readCpuTimes(): CpuTimes | undefined {
  try {
    const [total] = readFileSync('/proc/stat', 'utf8').split('\n', 1)
    return sumUp(total!)
  } catch {
    return undefined
  }
}

/** Parses `cpu  user nice system idle iowait irq softirq steal …`; guest time is already part of the first two. */
function sumUp(line: string): CpuTimes {
  const times = line.split(/\s+/).slice(1, 9).map(Number)
  return { idle: times[3]! + times[4]!, all: times.reduce((sum, time) => sum + time, 0) }
}
