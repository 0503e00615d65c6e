import type { Inline, Link, Span } from '../document/document.ts'
import type { Settings } from '../settings.ts'

type Spacing = Pick<Settings, 'keepsSpaces' | 'stripNewlines'>

const BLANKS = /[ \t\n\r\f]+/g
/** Blanks that are not single spaces. */
const UNEVEN = /[\t\n\r\f]| {2}/
const BLANK = new Set(' \t\n\r\f')
const LEADING = /^[ \t\n\r\f]+/
const TRAILING = /(?<![ \t\n\r\f])[ \t\n\r\f]+$/

/** Where the text of a line goes on. */
interface State {
  spacing: Spacing
  /** True where a blank would be one too many. */
  isBlank: boolean
  isStart: boolean
}

/** Collapses the blanks of one line as a browser does, and moves those at the edges of spans out of them. */
export function collapse(inlines: readonly Inline[], spacing: Spacing): Inline[] {
  const line = walk(inlines, { spacing, isBlank: true, isStart: true })
  trimEnd(line)
  return line
}

function walk(list: readonly Inline[], state: State): Inline[] {
  const out: Inline[] = []
  for (const inline of list) add(inline, out, state)
  return out
}

function add(inline: Inline, out: Inline[], state: State): void {
  if (inline.type === 'text') return addText(inline.text, out, state)
  if (inline.type === 'break') {
    trimText(out)
    out.push(inline)
    state.isBlank = state.isStart = true
    return
  }
  if (inline.type === 'span' || inline.type === 'link') return addAround(inline, out, state)
  // Two code spans side by side would be one.
  if (inline.type === 'code' && out.at(-1)?.type === 'code') out.push({ type: 'text', text: ' ' })
  out.push(inline)
  state.isBlank = state.isStart = false
}

function addText(text: string, out: Inline[], state: State): void {
  const isCut = state.spacing.keepsSpaces ? state.isStart : state.isBlank
  const single = UNEVEN.test(text) ? text.replaceAll(BLANKS, (run) => blankOf(run, state.spacing)) : text
  const collapsed = isCut && BLANK.has(single.charAt(0)) ? single.replace(LEADING, '') : single
  if (collapsed === '') return
  pushText(collapsed, out)
  state.isBlank = endsBlank(collapsed)
  state.isStart = false
}

function blankOf(run: string, { keepsSpaces, stripNewlines }: Spacing): string {
  if (keepsSpaces) return stripNewlines ? run.replaceAll(/\r?\n/g, ' ') : run
  return run.includes('\n') && !stripNewlines ? '\n' : ' '
}

function addAround(inline: Span | Link, out: Inline[], state: State): void {
  const { before, children, after } = peel(walk(inline.children, state))
  for (const each of before) out.push(each)
  const last = out.at(-1)
  if (children.length === 0) {
    // A link may have no text.
    if (inline.type === 'link' && inline.children.length === 0) out.push(inline)
  } else if (last?.type === 'span' && inline.type === 'span' && last.style === inline.style) {
    out[out.length - 1] = { ...last, children: [...last.children, ...children] }
  } else out.push({ ...inline, children })
  for (const each of after)
    if (each.type === 'text') pushText(each.text, out)
    else out.push(each)
}

/** Returns whether a text has nothing but blanks. */
export function isBlankText(text: string): boolean {
  return BLANK.has(text.charAt(0)) && !/[^ \t\n\r\f]/.test(text)
}

function endsBlank(text: string): boolean {
  return BLANK.has(text.charAt(text.length - 1))
}

function pushText(text: string, out: Inline[]): void {
  const last = out.at(-1)
  if (last?.type === 'text') out[out.length - 1] = { type: 'text', text: last.text + text }
  else out.push({ type: 'text', text })
}

/** Takes blanks and line breaks off both ends. */
function peel(list: readonly Inline[]): { before: Inline[]; children: Inline[]; after: Inline[] } {
  const before: Inline[] = []
  const after: Inline[] = []
  const children = [...list]
  let start = 0
  let end = children.length
  for (; start < end; start++) {
    const first = children[start]!
    if (first.type === 'break') {
      before.push(first)
      continue
    }
    const blank = first.type === 'text' ? LEADING.exec(first.text)?.[0] : undefined
    if (blank === undefined || first.type !== 'text') break
    before.push({ type: 'text', text: blank })
    if (blank.length === first.text.length) continue
    children[start] = { type: 'text', text: first.text.slice(blank.length) }
    break
  }
  for (; end > start; end--) {
    const last = children[end - 1]!
    if (last.type === 'break') {
      after.push(last)
      continue
    }
    const blank = last.type === 'text' && endsBlank(last.text) ? TRAILING.exec(last.text)?.[0] : undefined
    if (blank === undefined || last.type !== 'text') break
    after.push({ type: 'text', text: blank })
    if (blank.length === last.text.length) continue
    children[end - 1] = { type: 'text', text: last.text.slice(0, -blank.length) }
    break
  }
  return { before, children: children.slice(start, end), after: after.toReversed() }
}

function trimText(list: Inline[]): void {
  const last = list.at(-1)
  if (last?.type !== 'text' || !endsBlank(last.text)) return
  const text = last.text.replace(TRAILING, '')
  if (text === '') list.pop()
  else list[list.length - 1] = { type: 'text', text }
}

function trimEnd(list: Inline[]): void {
  for (;;) {
    trimText(list)
    if (list.at(-1)?.type !== 'break') return
    list.pop()
  }
}

/** Splits a line where it has two breaks or more in a row; other breaks at the edges are left out. */
export function splitAtGaps(line: Inline[]): Inline[][] {
  if (!line.some(hasBreak)) return isBlank(line) ? [] : [line]
  const opened = line.flatMap(splitAround)
  const paragraphs: Inline[][] = [[]]
  for (const inline of opened) {
    const current = paragraphs.at(-1)!
    if (inline.type !== 'break') current.push(inline)
    else if (current.length === 0) continue
    else if (endsLine(current)) paragraphs.push([])
    else current.push(inline)
  }
  for (const each of paragraphs) trimEnd(each)
  return paragraphs.filter((each) => !isBlank(each))
}

function hasBreak(inline: Inline): boolean {
  if (inline.type === 'span' || inline.type === 'link') return inline.children.some(hasBreak)
  return inline.type === 'break'
}

/** Splits a span or link at the gaps in it: each part has the style or the address. */
function splitAround(inline: Inline): Inline[] {
  if ((inline.type !== 'span' && inline.type !== 'link') || !hasBreak(inline)) return [inline]
  const parts = splitAtGaps(inline.children)
  if (parts.length < 2) return [inline]
  return parts.flatMap((children, index): Inline[] => {
    const part = { ...inline, children }
    return index === 0 ? [part] : [{ type: 'break' }, { type: 'break' }, part]
  })
}

/** Takes a break, with what cannot be seen after it, off the end; returns whether there was one. */
function endsLine(line: Inline[]): boolean {
  const at = line.findLastIndex((inline) => !isBlank([inline]) || inline.type === 'break')
  if (line[at]?.type !== 'break') return false
  line.length = at
  return true
}

const INVISIBLE = /^[\s\u200B\u2060\uFEFF\u00AD]*$/u

export function isInvisible(text: string): boolean {
  return INVISIBLE.test(text)
}

/** Returns whether there is nothing to see in a line. */
export function isBlank(line: readonly Inline[]): boolean {
  return line.every(
    (inline) =>
      inline.type === 'break' ||
      (inline.type === 'text' && isInvisible(inline.text)) ||
      (inline.type === 'span' && isBlank(inline.children)),
  )
}
