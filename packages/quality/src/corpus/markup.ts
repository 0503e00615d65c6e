import type { Block, BlockOf, Content } from './content.ts'

export function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** How a template writes each kind of block, where it differs from plain markup. */
export type Writers = { [Kind in Block['kind']]?: (block: BlockOf<Kind>) => string }

const list = (tag: string, items: string[]): string =>
  `<${tag}>${items.map((item) => `<li>${escape(item)}</li>`).join('\n')}</${tag}>`

/** Writes a text, of which a few words may be a link. */
export function inline({ text, link }: { text: string; link?: string }): string {
  if (!link) return escape(text)
  const at = Math.min(30, Math.floor(text.length / 3))
  return `${escape(text.slice(0, at))}<a href="${link}">${escape(text.slice(at, at + 14))}</a>${escape(text.slice(at + 14))}`
}

const PLAIN: Required<Writers> = {
  p: (block) => `<p>${inline(block)}</p>`,
  h2: ({ text }) => `<h2>${escape(text)}</h2>`,
  h3: ({ text }) => `<h3>${escape(text)}</h3>`,
  quote: ({ text }) => `<blockquote><p>${escape(text)}</p></blockquote>`,
  code: ({ text }) => `<pre><code>${escape(text)}</code></pre>`,
  ul: ({ items }) => list('ul', items),
  ol: ({ items }) => list('ol', items),
  table: ({ rows: [head = [], ...rows] }) =>
    `<table><thead><tr>${head.map((cell) => `<th>${escape(cell)}</th>`).join('')}</tr></thead><tbody>${rows
      .map((row) => `<tr>${row.map((cell) => `<td>${escape(cell)}</td>`).join('')}</tr>`)
      .join('')}</tbody></table>`,
  figure: ({ image, caption }) =>
    `<figure><img src="${image}" width="800" height="450" alt=""><figcaption>${escape(caption)}</figcaption></figure>`,
}

/** Writes all blocks; `between` adds what a site puts after some of them. */
export function write(
  content: Content,
  writers: Writers = {},
  between: (at: number) => string = () => '',
): string {
  const all = { ...PLAIN, ...writers } as Record<string, (block: never) => string>
  return content.blocks.map((block, at) => `${all[block.kind]!(block as never)}\n${between(at)}`).join('')
}

/** Writes links to other articles. */
export function links(
  content: Content,
  count: number,
  write: (link: { href: string; text: string; at: number }) => string,
): string {
  return Array.from({ length: count }, (_, at) =>
    write({ href: `/story/${content.random.int(1000, 9999)}`, text: escape(content.line(5, 10)), at }),
  ).join('\n')
}

export const listOfLinks = (content: Content, count: number, names = ''): string =>
  `<ul${names && ` class="${names}"`}>${links(content, count, ({ href, text }) => `<li><a href="${href}">${text}</a></li>`)}</ul>`

export const cards = (content: Content, count: number, names: string): string =>
  links(
    content,
    count,
    ({ href, text, at }) =>
      `<div class="${names}"><a href="${href}"><img src="/thumbs/${at}.jpg" width="300" height="200" alt=""><h3>${text}</h3></a><p>${escape(content.line(8, 14))}</p></div>`,
  )

export const menu = (content: Content): string =>
  `<ul>${content.language.site.menu.map((name, at) => `<li><a href="/${at}">${name}</a></li>`).join('')}</ul>`

export const footerText = (content: Content): string =>
  `<p>© ${content.date.slice(0, 4)} ${content.site}. All rights reserved.</p><p><a href="/privacy">Privacy</a> <a href="/terms">Terms</a> <a href="/contact">Contact</a></p>`

/** Writes comments of readers, some of them as long as paragraphs. */
export const comments = (
  content: Content,
  count: number,
  write: (name: string, text: string) => string,
): string =>
  Array.from({ length: count }, (_, at) =>
    write(`reader${at}`, escape(`${content.line(8, 20)}. ${content.line(6, 25)}.`)),
  ).join('')

export const page = (content: Content, head: string, body: string, bodyNames = ''): string =>
  `<!DOCTYPE html>\n<html lang="${content.language.code}"${content.language.isRightToLeft ? ' dir="rtl"' : ''}><head><meta charset="utf-8">${head}</head><body${bodyNames && ` class="${bodyNames}"`}>${body}</body></html>`
