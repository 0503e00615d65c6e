import { GAP } from './blocks.ts'

/** Words, and single characters of scripts that are written without spaces. */
const WORDS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}])+/gu

/**
 * Returns the blocks that have the most to do with a prompt, in their order, until their length is reached. A word counts the
 * more the fewer blocks have it. Returns all blocks when none has a word of the prompt.
 */
export function bestBlocks(
  blocks: readonly string[],
  { prompt, maxLength }: { prompt: string; maxLength: number },
): readonly string[] {
  const wanted = wordsOf(prompt)
  const found = blocks.map((block) => [...wordsOf(block)].filter((word) => wanted.has(word)))
  const counts = new Map<string, number>()
  for (const word of found.flat()) counts.set(word, (counts.get(word) ?? 0) + 1)
  const scores = found.map((words) =>
    words.reduce((sum, word) => sum + Math.log(1 + blocks.length / counts.get(word)!), 0),
  )
  const ranked = [...blocks.keys()]
    .filter((at) => scores[at]! > 0)
    .toSorted((a, b) => scores[b]! - scores[a]!)
  if (ranked.length === 0) return blocks
  let room = maxLength
  const chosen = new Set<number>()
  for (const at of ranked) {
    const { length } = blocks[at]!
    if (length > room) continue
    chosen.add(at)
    room -= length + GAP.length
  }
  // At least the best one, which is then cut.
  if (chosen.size === 0) chosen.add(ranked[0]!)
  return blocks.filter((_, at) => chosen.has(at))
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(WORDS) ?? [])
}
