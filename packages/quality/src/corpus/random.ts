/** A source of numbers that are the same for the same seed. */
export interface Random {
  /** Returns a whole number from `low` to `high`. */
  int(low: number, high: number): number
  pick<T>(from: readonly T[]): T
  chance(share: number): boolean
}

export function createRandom(seed: number): Random {
  let state = seed * 2_654_435_761 + 1
  const next = (): number => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return { int, pick: (from) => from[int(0, from.length - 1)]!, chance: (share) => next() < share }
}
