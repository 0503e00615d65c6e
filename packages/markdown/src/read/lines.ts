import { SPACE, type Block, type Inline } from '../document/document.ts'

const BREAK: Inline = { type: 'break', isWanted: true }

/** Writes blocks into one line, for places that cannot hold blocks. */
export function lineOfBlocks(blocks: readonly Block[], between: Inline = BREAK): Inline[] {
  return join(blocks.flatMap(linesOf), between)
}

/** Writes the blocks of a heading into one line. */
export function headingOfBlocks(blocks: readonly Block[]): Inline[] {
  return lineOfBlocks(blocks, SPACE)
}

function linesOf(block: Block): Inline[][] {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return [block.children]
    case 'code':
      return block.text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((text) => [{ type: 'code', text }])
    case 'math':
      return [[{ type: 'math', tex: block.tex }]]
    case 'quote':
    case 'footnote':
      return block.children.flatMap(linesOf)
    case 'list':
      return block.items.flatMap(({ children }, index) => {
        const mark = block.start === undefined ? '- ' : `${block.start + index}. `
        const [first = [], ...rest] = children.flatMap(linesOf)
        return [[{ type: 'text' as const, text: mark }, ...first], ...rest]
      })
    case 'table':
      return block.rows.map((row) =>
        join(
          row.filter((cell) => cell.length > 0),
          SPACE,
        ),
      )
    case 'html':
      return [[{ type: 'html', markup: block.markup }]]
    case 'rule':
      return []
    default:
      return block satisfies never
  }
}

function join(lines: readonly Inline[][], between: Inline): Inline[] {
  return lines
    .filter((line) => line.length > 0)
    .flatMap((line, index) => (index === 0 ? line : [between, ...line]))
}
