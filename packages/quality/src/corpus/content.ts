import type { Language } from './languages.ts'
import type { Random } from './random.ts'

interface Kinds {
  p: { text: string; link?: string }
  h2: { text: string }
  h3: { text: string }
  quote: { text: string }
  code: { text: string }
  ul: { items: string[] }
  ol: { items: string[] }
  table: { rows: string[][] }
  figure: { image: string; caption: string }
}

export type BlockOf<Kind extends keyof Kinds> = { kind: Kind } & Kinds[Kind]
export type Block = { [Kind in keyof Kinds]: BlockOf<Kind> }[keyof Kinds]

/** An article, before a template makes a page of it. */
export interface Content {
  language: Language
  random: Random
  site: string
  title: string
  author: string
  /** ISO 8601, UTC. */
  date: string
  description: string
  image: string
  standfirst?: string
  blocks: Block[]
  /** Makes a sentence for the furniture of the page. */
  line: (least?: number, most?: number) => string
}

export interface Wish {
  paragraphs: [least: number, most: number]
  /** Sentences of a paragraph. */
  sentences?: [least: number, most: number]
  /** Kinds of blocks between the paragraphs. */
  among?: Exclude<Block['kind'], 'p'>[]
  hasStandfirst?: boolean
}

export function createContent(language: Language, random: Random, wish: Wish, number: number): Content {
  const { words, space, comma, stop } = language
  const some = (least: number, most: number): string => {
    const chosen = Array.from({ length: random.int(least, most) }, () => random.pick(words))
    return chosen
      .map((word, at) => (at > 0 && at % 7 === 6 ? comma.trim() + space : at > 0 ? space : '') + word)
      .join('')
  }
  const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
  const line = (least = 6, most = 11): string => capital(some(least, most))
  const sentence = (): string => capital(some(7, 22)) + stop.trim()
  const paragraph = (): string => {
    const [least, most] = wish.sentences ?? [2, 5]
    return Array.from({ length: random.int(least, most) }, sentence).join(space || '')
  }
  const among = (kind: Exclude<Block['kind'], 'p'>, at: number): Block => {
    if (kind === 'figure') return { kind, image: `/images/${number}-${at}.jpg`, caption: sentence() }
    if (kind === 'table')
      return {
        kind,
        rows: Array.from({ length: random.int(4, 7) }, () => Array.from({ length: 3 }, () => line(1, 3))),
      }
    if (kind === 'ul' || kind === 'ol')
      return {
        kind,
        items: Array.from({ length: random.int(3, 6) }, () => (random.chance(0.5) ? sentence() : line(2, 5))),
      }
    if (kind === 'code')
      return {
        kind,
        text: Array.from(
          { length: random.int(3, 8) },
          (_, row) => `const value${row} = read(${row}, 'name')`,
        ).join('\n'),
      }
    return { kind, text: kind === 'quote' ? sentence() : line(3, 7) }
  }
  const blocks: Block[] = []
  const count = random.int(...wish.paragraphs)
  for (let at = 0; at < count; at += 1) {
    blocks.push({ kind: 'p', text: paragraph(), link: random.chance(0.25) ? `/topic/${at}` : undefined })
    if (at < count - 1 && wish.among && random.chance(0.55)) {
      const kind = random.pick(wish.among)
      blocks.push(among(kind, at))
    }
  }
  const day = (value: number): string => String(value).padStart(2, '0')
  return {
    language,
    random,
    site: `${random.pick(['Daily', 'River', 'Open', 'North'])} ${random.pick(['Ledger', 'Post', 'Journal', 'Notes'])}`,
    title: line(5, 10),
    author: random.pick(language.names),
    date: `20${random.int(12, 25)}-${day(random.int(1, 12))}-${day(random.int(1, 28))}T${day(random.int(0, 23))}:${day(random.int(0, 59))}:00.000Z`,
    description: sentence(),
    image: `https://cdn.example.org/lead/${number}.jpg`,
    standfirst: wish.hasStandfirst ? sentence() : undefined,
    blocks,
    line,
  }
}

/** Returns the main text, block by block. */
export function mainText({ standfirst, blocks }: Content): string {
  const texts = blocks.flatMap((block) => {
    if ('items' in block) return block.items
    if ('rows' in block) return block.rows.flat()
    return 'caption' in block ? [block.caption] : [block.text]
  })
  return [...(standfirst ? [standfirst] : []), ...texts].join('\n')
}
