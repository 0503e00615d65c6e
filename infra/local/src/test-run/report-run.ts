// The report at the end of `npm test`: where the time went.
import { availableParallelism } from 'node:os'
import type { RunResult } from './count-tests.ts'

/** The result of a lane: what it is called, how long it took, and the share of all cores that was in use, from 0 to 1. */
export interface LaneResult extends RunResult {
  title: string
  seconds: number
  cpuShare: number
}

const SLOWEST_COUNT = 20
const PROGRAM_COUNT = 12

/** Returns the slowest files, the programs with the most CPU time, and the duration of each lane, as lines of text. */
export function reportRun(lanes: readonly LaneResult[]): string {
  const cpuOf = sumUp(lanes.map(({ cpu }) => cpu.byFile))
  const files = lanes.flatMap((lane) => lane.files).toSorted((a, b) => b.seconds - a.seconds)
  const programs = [...sumUp(lanes.map(({ cpu }) => cpu.byProgram))].toSorted(([, a], [, b]) => b - a)
  return [
    '\nslowest files: seconds, CPU seconds',
    ...files
      .slice(0, SLOWEST_COUNT)
      .map(({ path, seconds }) => `${column(seconds)}${column(cpuOf.get(path) ?? 0)}  ${path}`),
    '\nCPU seconds by program',
    ...programs.slice(0, PROGRAM_COUNT).map(([program, seconds]) => `${column(seconds)}  ${program}`),
    `\nminutes, share of ${availableParallelism()} cores in use`,
    ...lanes.map(
      ({ title, seconds, cpuShare }) => `${column(seconds / 60)}${column(cpuShare * 100)} %  ${title}`,
    ),
  ].join('\n')
}

function sumUp(uses: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const sum = new Map<string, number>()
  for (const [name, seconds] of uses.flatMap((use) => [...use])) sum.set(name, (sum.get(name) ?? 0) + seconds)
  return sum
}

function column(value: number): string {
  return value.toFixed(1).padStart(8)
}
