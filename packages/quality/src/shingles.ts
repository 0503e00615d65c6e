/** How much of a text was found, and how much of what was found belongs to it. */
export interface Overlap {
  precision: number
  recall: number
}

/** Compares texts by runs of four words, as the public benchmark of article extraction does; each run counts as often as it occurs. */
export function overlapOf(found: string, expected: string): Overlap {
  const [all, wanted] = [count(found), count(expected)]
  let common = 0
  for (const [run, times] of all) common += Math.min(times, wanted.get(run) ?? 0)
  const size = (runs: Map<string, number>) => [...runs.values()].reduce((sum, times) => sum + times, 0)
  return { precision: common / Math.max(1, size(all)), recall: common / Math.max(1, size(wanted)) }
}

/** Returns the mean precision and recall of several texts, and F1 of the two. */
export function meanOf(overlaps: readonly Overlap[]): Overlap & { f1: number } {
  const mean = (part: keyof Overlap) => overlaps.reduce((sum, each) => sum + each[part], 0) / overlaps.length
  const [precision, recall] = [mean('precision'), mean('recall')]
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall || 1) }
}

const RUN = 4
const WORD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{N}_]+/gu

function count(text: string): Map<string, number> {
  const words = text.match(WORD) ?? []
  const runs = new Map<string, number>()
  for (let at = 0; at < Math.max(1, words.length - RUN + 1); at += 1) {
    const run = words.slice(at, at + RUN).join(' ')
    if (run) runs.set(run, (runs.get(run) ?? 0) + 1)
  }
  return runs
}
