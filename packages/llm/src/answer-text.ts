const REASONING_START = '<think>'
const REASONING_END = '</think>'

/** Returns an answer without the reasoning that some models write before it; the opening tag can be part of their prompt. */
export function withoutReasoning(answer: string): string {
  const end = answer.indexOf(REASONING_END)
  const start = answer.indexOf(REASONING_START)
  if (end < 0 || answer.slice(0, Math.max(0, start)).trim() !== '') return answer
  return answer.slice(end + REASONING_END.length).trimStart()
}

/** Returns the JSON of an answer, which models put into a block of code or between sentences; the answer when it has none. */
export function jsonIn(answer: string): string {
  const text = withoutReasoning(answer).trim()
  const [, inFence, ...others] = text.split('```')
  const candidates = [
    text,
    others.length === 1 ? inFence!.replace(/^json/i, '') : '',
    between(text, '{', '}'),
    between(text, '[', ']'),
  ]
  return candidates.find(isJson) ?? text
}

/** Returns what is from the first of one character to the last of another. */
function between(text: string, first: string, last: string): string {
  return text.slice(Math.max(0, text.indexOf(first)), text.lastIndexOf(last) + 1)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
