import { Readability } from '@mozilla/readability'
import type { Document, Element } from '../dom.ts'
import { keepBlocks } from './keep-blocks.ts'
import { isNamedByHeading, renameAttribute } from './names.ts'
import { linkShare, proseOf, textOf, wordsOf } from './text.ts'

/** Shorter texts make Readability try again with weaker rules. */
const SHORT = 200
/** The same where the page has far more text than was found. */
const LITTLE = 500
/** Parts in which a page has far more text than its article. */
const BESIDE = ['comment', 'sidebar'].map((name) => `[class*="${name}" i], [id*="${name}" i]`).join()

/** How much more of a block may be links than Readability allows: lists of links are removed by other signs. */
const LINKS = 0.2

/** Elements that sites give their text, from the surest sign to the weakest. */
const CONTAINERS = [
  '[itemprop~="articleBody"]',
  '.entry-content, .post-content, .article-content, .article-body, .article__body, .article__content, .articleBody, .story-body, .post-body, .post__content, .story-content, .td-post-content, .gh-content, .markdown-body, .mw-parser-output, .node__content, .field--name-body, .content-body, .blog-post-content, .page-content, .post-text, .prose',
  'article',
  'main, [role="main"]',
]

/** Finds the text of the article in a page without boilerplate; `body` is what the page says that its text is. */
export function chooseContent(doc: Document, body: string | undefined): Element | undefined {
  const posts = joinedPosts(doc)
  if (posts) return posts
  const containers = CONTAINERS.map((selector) => onlyMatch(doc, selector)).filter(
    (each) => each !== undefined,
  )
  const [read, ...others] = readAll(doc)
  const candidates = read ? [read, ...others, ...containers] : containers
  const chosen =
    body && body.length > SHORT
      ? bestMatch(candidates, body)
      : read
        ? preferred(read, containers)
        : containers[0]
  return chosen?.cloneNode(true) as Element | undefined
}

/** Reads again by weaker rules where the text found is a small part of what the page has. The better reading is first. */
function readAll(doc: Document): Element[] {
  const read = readWith(doc, SHORT)
  if (!read) return []
  const found = proseOf(read)
  if (found >= LITTLE || found > 0.25 * proseOf(doc.body)) return [read]
  const more = readWith(doc, LITTLE)
  if (!more) return [read]
  const isText = proseOf(more) > 3 * found && linkShare(more) < 0.2 && !more.querySelector(BESIDE)
  return isText && commonOf(read, more).inFirst > 0.5 ? [more, read] : [read, more]
}

/** Runs Readability on a copy. */
function readWith(doc: Document, charThreshold: number): Element | undefined {
  const copy = doc.cloneNode(true)
  // Readability judges by their names even words in a sentence.
  for (const word of copy.querySelectorAll('p span[class]'))
    if (/comment/i.test(word.getAttribute('class')!)) word.removeAttribute('class')
  // The heads of pages are named headers too, but they are no places to link to.
  for (const heading of copy.querySelectorAll(HEADERS))
    heading.setAttribute('class', heading.getAttribute('class')!.replace(/header/gi, 'heading'))
  // Page builders name each block of a text a widget.
  for (const block of copy.querySelectorAll('[class*="widget" i]'))
    block.setAttribute('class', withoutWidgets(block.getAttribute('class')!))
  for (const section of copy.querySelectorAll('[id]'))
    if (isNamedByHeading(section)) renameAttribute(section, 'id', ID)
  const putBack = keepBlocks(copy)
  const settings = {
    charThreshold,
    keepClasses: true,
    linkDensityModifier: LINKS,
    serializer: (node: unknown) => node as Element,
  }
  const reader = new Readability<Element>(copy, settings)
  const content = reader.parse()?.content
  if (!content) return undefined
  putBack(content)
  for (const section of content.querySelectorAll(`[${ID}]`)) renameAttribute(section, ID, 'id')
  return content
}

const HEADINGS = ':is(h1, h2, h3, h4, h5, h6)[class*="header" i]'
const HEADERS = `${HEADINGS}[id], [id] > ${HEADINGS}`

/** Holds an id that says nothing of what an element is for. */
const ID = 'data-id-of-heading'

function withoutWidgets(classes: string): string {
  return classes
    .split(/\s+/)
    .filter((name) => !/widget/i.test(name))
    .join(' ')
}

/** Returns a question with its answers, where the page marks them as such. Questions of an article have no text of their own. */
function joinedPosts(doc: Document): Element | undefined {
  const textsOf = (type: string) =>
    [...doc.querySelectorAll(`[itemtype$="/${type}"]`)].flatMap((post) => ownText(post) ?? [])
  const [questions, answers] = [textsOf('Question'), textsOf('Answer')]
  if (questions.length === 0 || answers.length === 0) return undefined
  const posts = [...questions, ...answers]
  const joined = doc.createElement('div')
  joined.append(...posts.map((post) => post.cloneNode(true) as Element))
  return joined
}

function ownText(post: Element): Element | undefined {
  return [...post.querySelectorAll('[itemprop="text"]')].find(
    (text) => text.parentElement?.closest('[itemscope]') === post,
  )
}

/** Returns the match that has most of the text of all matches. */
function onlyMatch(doc: Document, selector: string): Element | undefined {
  const matches = [...doc.querySelectorAll(selector)].filter((each) => !each.parentElement?.closest(selector))
  const sizes = matches.map(proseOf)
  const all = sizes.reduce((sum, size) => sum + size, 0)
  const at = sizes.findIndex((size) => size > 0 && size >= 0.7 * all)
  return at < 0 ? undefined : matches[at]
}

/** Takes a container where Readability lost much of its text, or took much beside it. */
function preferred(read: Element, containers: Element[]): Element {
  const found = proseOf(read)
  for (const container of containers) {
    const size = proseOf(container)
    if (size < SHORT / 2 || linkShare(container) > 0.5) continue
    const common = commonOf(container, read)
    if (common.inFirst > 0.95 && common.inSecond > 0.9) return read
    const isSure = containers.indexOf(container) === 0 && !container.matches('main, [role="main"]')
    if (found < 0.75 * size && common.inSecond > 0.5) return container
    if (isSure && common.inFirst > 0.8 && found > 1.15 * size) return container
    if (found < 0.3 * size) return container
  }
  return read
}

function bestMatch(candidates: Element[], body: string): Element | undefined {
  const scores = candidates.map((candidate) => {
    const { inFirst, inSecond } = common(shingles(textOf(candidate)), shingles(body))
    return (2 * inFirst * inSecond) / (inFirst + inSecond || 1)
  })
  // Readability's own answer is first, and wins unless another is clearly better.
  const best = Math.max(...scores)
  return candidates[scores.findIndex((score) => score >= best - 0.02)]
}

function commonOf(first: Element, second: Element) {
  return common(shingles(textOf(first)), shingles(textOf(second)))
}

/** Returns the shares of two sets that are in both. */
function common(first: Set<string>, second: Set<string>): { inFirst: number; inSecond: number } {
  let both = 0
  for (const each of first) if (second.has(each)) both += 1
  return { inFirst: both / Math.max(1, first.size), inSecond: both / Math.max(1, second.size) }
}

function shingles(text: string): Set<string> {
  const words = wordsOf(text)
  return new Set(words.slice(0, 50_000).map((_, at) => words.slice(at, at + 3).join(' ')))
}
