/** Stands for a blank at which no line may end; texts of pages cannot have it. */
const KEPT = '\u0000'

/** A word that would mean something else at the start of a line. */
const STRUCTURE = /^(?:[-+*=<>#|:~_]|\d{1,9}[.)]$)/

export function keptTogether(text: string): string {
  return text.replaceAll(' ', KEPT)
}

/** Breaks the lines of a paragraph between words; a longer word has a line of its own. */
export function wrapLines(text: string, width: number): string[] {
  return text
    .split(/(?<=  |\\)\n/)
    .flatMap((line) => wrapLine(line, width))
    .map((line) => line.replaceAll(KEPT, ' '))
}

function wrapLine(text: string, width: number): string[] {
  const ending = /  $/.exec(text)?.[0] ?? ''
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/[ \n]+/)) {
    if (word === '') continue
    const isLonger = line !== '' && line.length + 1 + word.length > width
    if (isLonger && !STRUCTURE.test(word)) {
      lines.push(line)
      line = word
    } else line += line === '' ? word : ` ${word}`
  }
  return [...lines, line + ending]
}
