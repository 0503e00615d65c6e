import { convert, DEFAULTS } from '@render/markdown'
import { contentOfHtml } from '@render/testkit'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5'
import rehypeParse from 'rehype-parse'
import rehypeRemark from 'rehype-remark'
import remarkGfm from 'remark-gfm'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'
import { readExamples } from './markdown-examples.ts'
import type { Figure } from './measure.ts'

const PEER = 'rehype-remark'
/** A page of this size is converted at least so many times a second: in 150 ms. */
const SPEED_TARGET = 1000 / 150
const PAGE_LENGTH = 500_000
const RUNS = 15
const MAX_BYTES = 10 * 1024 ** 2

const escaped = {
  ...DEFAULTS,
  escapeAsterisks: true,
  escapeUnderscores: true,
  escapeMisc: true,
  frontMatter: false,
}

const peer = unified()
  .use(rehypeParse, { fragment: true })
  .use(rehypeRemark)
  .use(remarkGfm)
  .use(remarkStringify)
  .freeze()

function ourMarkdown(html: string): string {
  return convert(contentOfHtml(html), escaped, MAX_BYTES).text
}

function peersMarkdown(html: string): string {
  return String(peer.processSync(html))
}

function render(markdown: string, allowDangerousHtml = true): string {
  const extensions = { extensions: [gfm()], htmlExtensions: [gfmHtml()] }
  return micromark(markdown, { allowDangerousHtml, allowDangerousProtocol: true, ...extensions })
}

/** Share of the specification's examples without raw HTML that are the same after HTML -> Markdown -> HTML. */
export function measureMarkdown(): Promise<Figure[]> {
  const examples = readExamples().filter((example) => render(example) === render(example, false))
  const lost: string[] = []
  let [ours, theirs] = [0, 0]
  for (const example of examples) {
    const html = render(example)
    const wanted = essenceOf(html)
    const markdown = ourMarkdown(html)
    if (essenceOf(render(markdown)) === wanted) ours += 1
    else lost.push(`${JSON.stringify(html)} as ${JSON.stringify(markdown)}`)
    if (essenceOf(render(peersMarkdown(html))) === wanted) theirs += 1
  }
  const value = theirs / examples.length
  const name = `examples that survive, of ${examples.length}`
  return Promise.resolve([
    { name, ours: ours / examples.length, peer: { name: PEER, value }, target: 0.96, worst: lost },
  ])
}

/** Conversions of a page of 500 kB per second of CPU time, which a busy machine does not change; the median. */
export function measureMarkdownSpeed(): Promise<Figure[]> {
  const part = readExamples()
    .map((example) => render(example, false))
    .join('\n')
  const html = part.repeat(Math.ceil(PAGE_LENGTH / part.length)).slice(0, PAGE_LENGTH)
  const content = contentOfHtml(html)
  const ours = medianRate(() => convert(content, DEFAULTS, MAX_BYTES))
  const value = medianRate(() => peersMarkdown(html), 1)
  const name = 'pages of 500 kB per second of CPU time'
  return Promise.resolve([{ name, ours, peer: { name: PEER, value }, target: SPEED_TARGET, worst: [] }])
}

function medianRate(run: () => unknown, runs = RUNS): number {
  const times = Array.from({ length: runs }, () => {
    const start = process.threadCpuUsage()
    run()
    const { user, system } = process.threadCpuUsage(start)
    return (user + system) / 1000
  })
  return 1000 / times.toSorted((one, other) => one - other)[Math.floor(runs / 2)]!
}

/** Writes what a document says, without the blanks that mean nothing. */
function essenceOf(html: string): string {
  return markupOf(parseFragment(html).childNodes, false)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(
      / ?(<\/?(?:p|ul|ol|li|blockquote|pre|h\d|hr|table|thead|tbody|tr|td|th|section)\b[^>]*>) ?/g,
      '$1',
    )
    .trim()
}

function markupOf(nodes: readonly DefaultTreeAdapterTypes.ChildNode[], isCode: boolean): string {
  return nodes
    .map((node) => {
      if ('value' in node)
        return node.value
          .replaceAll(/[<>&]/g, (mark) => `&#${mark.charCodeAt(0)};`)
          .replaceAll('\n', isCode ? '&#10;' : '\n')
      if (!('tagName' in node)) return ''
      const attributes = node.attrs.map(({ name, value }) => ` ${name}="${value}"`).toSorted()
      const content = markupOf(node.childNodes, isCode || node.tagName === 'pre')
      return `<${node.tagName}${attributes.join('')}>${content}</${node.tagName}>`
    })
    .join('')
}
