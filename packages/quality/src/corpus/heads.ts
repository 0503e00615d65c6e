import type { Content } from './content.ts'
import { escape } from './markup.ts'

/** Writes what a page says about itself, in one of the ways that sites do. */
export type Head = (content: Content) => string

const title = ({ title, site }: Content, sign = ' | '): string =>
  `<title>${escape(title)}${sign}${escape(site)}</title>`
const named = (name: string, value: string): string => `<meta name="${name}" content="${escape(value)}">`
const graph = (name: string, value: string): string => `<meta property="${name}" content="${escape(value)}">`
const data = (value: object): string =>
  `<script type="application/ld+json">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`

const openGraph: Head = (content) =>
  graph('og:type', 'article') +
  graph('og:title', content.title) +
  graph('og:description', content.description) +
  graph('og:image', content.image) +
  graph('og:site_name', content.site)

const newsData = (content: Content) => ({
  '@context': 'https://schema.org',
  '@type': 'NewsArticle',
  headline: content.title,
  datePublished: content.date,
  dateModified: `2026-01-02T03:04:05.000Z`,
  author: [{ '@type': 'Person', name: content.author }],
  publisher: {
    '@type': 'Organization',
    name: content.site,
    logo: { '@type': 'ImageObject', url: 'https://cdn.example.org/logo.png' },
  },
  image: [content.image],
  description: content.description,
})

export const heads = {
  /** Everything, as large news sites have it. */
  full: (content) =>
    title(content) + named('description', content.description) + openGraph(content) + data(newsData(content)),
  /** A plugin of a blog: a graph of things that refer to each other. */
  plugin: (content) =>
    title(content, ' - ') +
    named('description', content.description) +
    openGraph(content) +
    graph('article:published_time', content.date) +
    data({
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'WebSite', '@id': '/#website', name: content.site },
        {
          '@type': 'BlogPosting',
          headline: content.title,
          datePublished: content.date,
          author: { '@id': '/#author' },
          image: { '@id': '/#image' },
        },
        { '@type': 'Person', '@id': '/#author', name: content.author },
        { '@type': 'ImageObject', '@id': '/#image', url: content.image },
      ],
    }),
  social: (content) =>
    title(content) +
    openGraph(content) +
    graph('article:author', content.author) +
    graph('article:published_time', content.date),
  twitter: (content) =>
    title(content, ' — ') +
    named('author', content.author) +
    named('twitter:title', content.title) +
    named('twitter:description', content.description) +
    named('twitter:image', content.image) +
    named('date', content.date),
  dublin: (content) =>
    title(content, ' · ') +
    named('DC.title', content.title) +
    named('DC.creator', content.author) +
    named('DC.date.issued', content.date) +
    named('DC.description', content.description) +
    graph('og:image', content.image),
  plain: (content) =>
    title(content) + named('description', content.description) + named('author', content.author),
  bare: (content) => title(content, ' - '),
  /** The text of the article, too. */
  whole: (content) =>
    title(content) +
    openGraph(content) +
    data({
      ...newsData(content),
      articleBody: content.blocks.flatMap((block) => ('text' in block ? [block.text] : [])).join('\n\n'),
    }),
} satisfies Record<string, Head>
