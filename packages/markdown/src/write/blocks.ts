import type { Block, Inline, ListBlock, TableBlock } from '../document/document.ts'
import type { Settings } from '../settings.ts'
import { escapeText } from './escape.ts'
import { writeInlines } from './inlines.ts'
import { listMarks } from './list-marks.ts'
import { needsGap } from './gaps.ts'
import { writeMath } from './pieces.ts'
import type { Sink } from './sink.ts'
import type { Surroundings } from './surroundings.ts'

/** Writes blocks, each after an empty line where it needs one. */
export function writeBlocks(
  blocks: readonly Block[],
  sink: Sink,
  settings: Settings,
  around: Surroundings = { depth: 0, markWidth: 0, isTight: false },
): void {
  let previous: Block | undefined
  let isOtherMark = false
  for (const block of blocks) {
    if (sink.isFull) return
    if (previous && needsGap(previous, block, around.isTight, settings)) sink.line('')
    isOtherMark =
      previous?.type === 'list' && block.type === 'list' && isSameKind(previous, block) && !isOtherMark
    writeBlock(block, { sink, settings, around, previous, isOtherMark })
    sink.endBlock()
    previous = block
  }
}

interface Writing {
  sink: Sink
  settings: Settings
  around: Surroundings
  previous: Block | undefined
  /** True for a list that needs other marks than the one before it. */
  isOtherMark: boolean
}

function isSameKind(one: ListBlock, other: ListBlock): boolean {
  return (one.start === undefined) === (other.start === undefined)
}

function writeBlock(block: Block, writing: Writing): void {
  const { sink, settings, around } = writing
  switch (block.type) {
    case 'paragraph':
      return writeLines(writeInlines(block.children, settings), sink)
    case 'heading':
      return writeHeading(block.level, block.children, writing)
    case 'code':
      return writeCode(block, writing)
    case 'math':
      return writeLines(displayOf(block.tex, settings), sink)
    case 'quote': {
      const mark = settings.language === 'Plain' ? '' : '> '
      return sink.within(mark, mark, () => writeAround(block.children, writing, mark.trim()))
    }
    case 'list':
      return writeList(block, writing)
    case 'table':
      return writeTable(block, writing)
    case 'rule':
      if (settings.language !== 'Plain') sink.line(around.depth > 0 ? '***' : '---')
      return
    case 'html':
      return sink.line(block.markup)
    case 'footnote': {
      const mark = settings.language === 'Plain' ? `[${block.label}] ` : `[^${block.label}]: `
      return sink.within(mark, '    ', () => writeBlocks(block.children, sink, settings))
    }
    default:
      return block satisfies never
  }
}

/** Returns the lines of a formula that stands by itself. */
function displayOf(tex: string, settings: Settings): string[] {
  if (settings.language === 'Djot') return [`$${writeMath(tex, settings)}`]
  return settings.language === 'Plain' ? [tex] : ['$$', tex, '$$']
}

function writeLines(lines: readonly string[], sink: Sink): void {
  for (const line of lines) sink.line(line)
}

function writeAround(children: readonly Block[], { sink, settings, around }: Writing, empty: string): void {
  if (children.length === 0 && empty !== '') sink.line('')
  else writeBlocks(children, sink, settings, { ...around, isTight: false })
}

function writeHeading(level: number, children: readonly Inline[], { sink, settings }: Writing): void {
  const [line = ''] = writeInlines(children, settings, 'heading')
  if (settings.language === 'Plain') return sink.line(line)
  const isUnderlined = settings.heading === 'Underlined' && settings.language === 'Markdown'
  if (isUnderlined && level <= 2 && line !== '') {
    sink.line(line)
    return sink.line((level === 1 ? '=' : '-').repeat(Math.min(Math.max(line.length, 3), 80)))
  }
  const marks = '#'.repeat(level)
  const text = line.replace(/(^|\s)(#+)$/, String.raw`$1\$2`)
  const end = settings.heading === 'AtxClosed' && settings.language === 'Markdown' ? ` ${marks}` : ''
  sink.line(`${marks}${text === '' ? '' : ` ${text}`}${end}`)
}

function writeCode({ language, text }: Extract<Block, { type: 'code' }>, writing: Writing): void {
  const { sink, settings } = writing
  const lines = text === '' ? [] : text.split('\n')
  if (settings.language === 'Plain') {
    const place = { isLineStart: true, next: '', isInBrackets: false, isInCell: false, hasCode: false }
    return writeLines(
      lines.map((line) => escapeText(line, place, settings)),
      sink,
    )
  }
  if (isIndented(lines, writing))
    return writeLines(
      lines.map((line) => line && `    ${line}`),
      sink,
    )
  const mark = settings.codeBlocks === 'Tildes' ? '~' : '`'
  const runs = text.match(mark === '~' ? /~{3,}/g : /`{3,}/g) ?? []
  const fence = mark.repeat(runs.reduce((most, run) => Math.max(most, run.length + 1), 3))
  sink.line(fence + (language || settings.codeLanguage.replaceAll(/[\s`]/g, '')))
  for (const line of lines) sink.line(line)
  sink.line(fence)
}

/** Indented code must not be taken for the text of a list or a note, and needs text at both ends. */
function isIndented(lines: readonly string[], { settings, around, previous }: Writing): boolean {
  if (settings.codeBlocks !== 'Indented' || settings.language === 'Djot') return false
  if (around.depth > 0 || (previous && !['paragraph', 'heading', 'rule', 'table'].includes(previous.type)))
    return false
  return (lines[0]?.trim() ?? '') !== '' && lines.at(-1)!.trim() !== ''
}

function writeList(list: ListBlock, { sink, settings, around, isOtherMark }: Writing): void {
  const marks = listMarks(list, settings, around, isOtherMark)
  const inside = { depth: around.depth + 1, isTight: !list.isLoose }
  for (const [index, { isChecked, children }] of list.items.entries()) {
    if (sink.isFull) return
    if (index > 0 && list.isLoose) sink.line('')
    const { first, rest } = marks(index)
    const blocks = isChecked === undefined ? children : withBox(children, isChecked)
    sink.within(first, rest, () => {
      if (blocks.length === 0) sink.line('')
      else writeBlocks(blocks, sink, settings, { ...inside, markWidth: first.trimStart().length })
    })
    sink.endBlock()
  }
}

function withBox(children: readonly Block[], isChecked: boolean): Block[] {
  const box: Inline = { type: 'html', markup: isChecked ? '[x] ' : '[ ] ' }
  const [first, ...others] = children
  if (first?.type === 'paragraph') return [{ ...first, children: [box, ...first.children] }, ...others]
  return [{ type: 'paragraph', children: [box] }, ...children]
}

const RULES = { left: ':---', center: ':---:', right: '---:', none: '---' }

function writeTable({ align, rows }: TableBlock, { sink, settings }: Writing): void {
  const isPlain = settings.language === 'Plain'
  for (const [index, cells] of rows.entries()) {
    const texts = cells.map((cell) => writeInlines(cell, settings, 'cell').join(' ').trim())
    if (isPlain) sink.line(texts.join('\t').trimEnd())
    else if (index > 0) sink.line(rowOf(texts))
    else {
      sink.line(rowOf([...texts, ...Array.from({ length: align.length - texts.length }, () => '')]))
      sink.line(rowOf(align.map((each) => RULES[each ?? 'none'])))
    }
    if (sink.isFull) return
    sink.endBlock()
  }
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
