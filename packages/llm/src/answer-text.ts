const REASONING_END = '</think>'
/** The opening tag can be part of the prompt of a model. The closing one then has a line of its own. */
const UNOPENED_END = /^[^\S\n\r\u2028\u2029]*<\/think>[^\S\n\r\u2028\u2029]*$/m

/** Returns an answer without the reasoning that some models write before it. */
export function withoutReasoning(answer: string): string {
  const isOpened = answer.trimStart().startsWith('<think>')
  const end = isOpened ? answer.indexOf(REASONING_END) : answer.search(UNOPENED_END)
  if (end < 0) return answer
  return answer.slice(answer.indexOf(REASONING_END, end) + REASONING_END.length).trimStart()
}

/** Returns the JSON of an answer, which models put into a block of code or between sentences; the answer when it has none. */
export function jsonIn(answer: string): string {
  if (isJson(answer)) return answer
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
