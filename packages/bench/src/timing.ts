/** Returns the median duration in ms of each function, run in turn after one warm-up each. */
export async function timeInTurn<Name extends string>(
  times: number,
  works: Record<Name, () => Promise<unknown>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(works) as Name[]
  const took = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  for (let time = 0; time <= times; time++) {
    for (const name of names) {
      const start = performance.now()
      await works[name]()
      if (time > 0) took[name].push(performance.now() - start)
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(took[name])])) as Record<Name, number>
}

export function median(values: number[]): number {
  return quantile(values, 0.5)
}

export function quantile(values: number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN
}
