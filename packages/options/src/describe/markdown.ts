/** Writes a table; cells are Markdown. */
export function markdownTable(head: string[], rows: string[][]): string {
  const lines = [head, head.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Writes words as code, joined as in a sentence: `a`, `b` and `c`. */
export function listWords(words: readonly string[], conjunction = 'and'): string {
  const quoted = words.map((word) => `\`${word.replaceAll('|', String.raw`\|`)}\``)
  const last = quoted.pop()
  return quoted.length > 0 ? `${quoted.join(', ')} ${conjunction} ${last}` : `${last}`
}

/** Escapes the characters of a text that Markdown would interpret. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[|*<>`]|(?<!\w)_|_(?!\w)/g, String.raw`\$&`)
}
