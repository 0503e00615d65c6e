import { describe, expect, test } from '@jest/globals'
import { DOMParser, parseHTML } from 'linkedom'
import { readMetadata, type MetadataRequest } from './index.ts'

const ADDRESS = 'https://site.example/a/page?x=1'

const REQUEST: MetadataRequest = {
  urlRequested: ADDRESS,
  urlResolved: ADDRESS,
  engine: 'Legacy',
  parts: [],
}

function read(html: string, request: Partial<MetadataRequest> = {}) {
  const { document } = parseHTML(`<!doctype html><html lang="en"><head></head><body></body></html>`)
  document.documentElement.innerHTML = html
  return readMetadata(document, { ...REQUEST, ...request })
}
const legacy = (html: string) => read(html).metadata
const ld = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const og = (name: string, content: string) => `<meta property="${name}" content="${content}">`
const tag = (name: string, content: string) => `<meta name="${name}" content="${content}">`

describe('Legacy', () => {
  test('has every field of a page with all tags, as a text', () => {
    const html = `<head><meta charset="utf-8">
      ${og('og:title', 'A title')}${og('og:description', 'A description')}${og('og:url', '/canonical')}
      ${og('og:type', 'article')}${og('og:site_name', 'A site')}${og('og:locale', 'en_GB')}
      ${og('og:image', '/a.png')}${og('og:image:type', 'image/png')}${og('og:image:width', '600')}${og('og:image:height', '400')}
      ${og('og:image', 'https://cdn.example/b.png')}${og('article:published_time', '2024-05-06T07:08:09+02:00')}
      ${og('article:author', 'By Ada Lovelace')}${tag('twitter:card', 'summary')}${tag('twitter:site', '@site')}
      ${tag('twitter:creator', '@ada')}${ld({ '@type': 'Organization', name: 'Org', logo: { url: '/logo.png' } })}
      <link rel="canonical" href="/canonical"></head><body></body>`
    expect(legacy(html)).toEqual({
      urlRequested: ADDRESS,
      urlResolved: ADDRESS,
      url: 'https://site.example/canonical',
      title: 'A title',
      description: 'A description',
      author: 'Ada Lovelace',
      publisher: 'A site',
      image: 'https://site.example/a.png',
      logo: 'https://site.example/logo.png',
      date: '2024-05-06T05:08:09.000Z',
      ogTitle: 'A title',
      ogDescription: 'A description',
      ogUrl: 'https://site.example/canonical',
      ogType: 'article',
      ogSiteName: 'A site',
      ogLocale: 'en_GB',
      ogImage: [
        { url: 'https://site.example/a.png', type: 'image/png', width: '600', height: '400' },
        { url: 'https://cdn.example/b.png' },
      ],
      charset: 'utf-8',
      twitterCard: 'summary',
      twitterSite: '@site',
      twitterCreator: '@ada',
    })
  })

  test('leaves out what a page does not say', () => {
    const html = '<head></head><body><p>text</p></body>'
    expect(legacy(html)).toEqual({ urlRequested: ADDRESS, urlResolved: ADDRESS, url: ADDRESS })
    const blank = { urlRequested: 'about:blank', urlResolved: 'about:blank' }
    expect(read(html, blank).metadata).toEqual({ ...blank, url: 'about:blank' })
  })

  test('addresses have no user and password', () => {
    const urlRequested = 'https://user:pass@site.example/?a'
    expect(read('', { urlRequested, urlResolved: urlRequested }).metadata).toEqual({
      urlRequested: 'https://site.example/?a',
      urlResolved: 'https://site.example/?a',
      url: 'https://site.example/?a',
    })
  })

  const size = (width: string) => `${og('og:image:width', width)}${og('og:image:height', '9')}`
  const picture = (name: string, width?: string) => ({
    url: `https://site.example/${name}`,
    ...(width && { width, height: '9' }),
  })
  const PICTURES: [string, string, unknown[]][] = [
    [
      'addresses under the name og:image:url alone',
      og('og:image:url', '/a') + size('1') + og('og:image:url', '/b') + size('2'),
      [picture('a', '1'), picture('b', '2')],
    ],
    [
      'the secure address first',
      og('og:image:secure_url', 'https://site.example/a') +
        og('og:image', 'http://site.example/a') +
        size('1') +
        og('og:image:secure_url', 'https://site.example/b') +
        og('og:image', '/b'),
      [{ ...picture('a', '1'), url: 'http://site.example/a' }, picture('b')],
    ],
    [
      'the secure address last',
      og('og:image', '/a') +
        size('1') +
        og('og:image:secure_url', 'https://cdn.example/a') +
        og('og:image', '/b'),
      [picture('a', '1'), picture('b')],
    ],
    [
      'three names of each address',
      ['/a', '/b']
        .map(
          (url) => og('og:image', url) + og('og:image:url', url) + og('og:image:secure_url', url) + size(url),
        )
        .join(''),
      [picture('a', '/a'), picture('b', '/b')],
    ],
    [
      'the same address again after its size',
      og('og:image', '/a') + size('1') + og('og:image:url', '/a') + og('og:image:url', '/b'),
      [picture('a', '1'), picture('b')],
    ],
    ['an address that is none', og('og:image', '/a') + og('og:image', 'data:,') + size('1'), [picture('a')]],
  ]
  test.each(PICTURES)('lists the pictures of pages with %s', (_, html, pictures) => {
    expect(legacy(`<head>${html}</head>`).ogImage).toEqual(pictures)
  })

  /** Sources of one field, the first one wins. */
  const ORDERS: Record<string, string[]> = {
    title: [
      og('og:title', 'v0'),
      tag('twitter:title', 'v1'),
      ld({ '@type': 'NewsArticle', headline: 'v2' }),
      ld({ '@type': 'WebPage', name: 'v3' }),
      tag('dc.title', 'v4'),
      '<title>v5</title>',
    ],
    description: [
      og('og:description', 'v0'),
      tag('twitter:description', 'v1'),
      ld({ '@type': 'Article', description: 'v2' }),
      tag('description', 'v3'),
    ],
    author: [
      og('article:author', 'Vi 0'),
      tag('twitter:label1', 'Written by') + tag('twitter:data1', 'Vi 1'),
      ld({ '@type': 'Article', author: { name: 'Vi 2' } }),
      tag('author', 'Vi 3'),
    ],
    date: [
      og('article:published_time', '2020-01-10'),
      ld({ '@type': 'Article', datePublished: '2020-01-11' }),
      tag('pubdate', '2020-01-12'),
      '<meta itemprop="datePublished" content="2020-01-13">',
      og('article:modified_time', '2020-01-14'),
      ld({ '@type': 'Article', dateModified: '2020-01-15' }),
    ],
  }
  test.each(Object.entries(ORDERS))(
    'the order of the sources of "%s" is that of the list',
    (name, sources) => {
      const values = sources.map((_, at) => {
        const html = `<head>${sources.slice(at).toReversed().join('')}</head><body></body>`
        return String(legacy(html)[name as 'title'])
      })
      const digits = values.map((value) => Number(/\d(?=T|$)/.exec(value)?.[0]))
      expect(digits).toEqual(sources.map((_, at) => at))
    },
  )
})

describe('JSON-LD', () => {
  const FORMS: Record<string, unknown> = {
    object: { '@type': 'Article', author: { '@type': 'Person', name: 'Ada' } },
    array: [{ '@type': 'Organization' }, { '@type': 'Article', author: [{ name: 'Ada' }] }],
    graph: {
      '@graph': [
        { '@type': 'WebPage', '@id': '#p' },
        { '@type': ['Article', 'BlogPosting'], author: { '@id': '#ada' } },
        { '@type': 'Person', '@id': '#ada', name: 'Ada' },
      ],
    },
    text: { '@type': 'https://schema.org/NewsArticle', author: 'By Ada' },
    'a main entity': { '@type': 'WebPage', mainEntity: { '@type': 'Article', author: { name: ['Ada'] } } },
    creator: { '@type': 'VideoObject', creator: { givenName: 'Ada' } },
  }
  test.each(Object.entries(FORMS))('names the author in the form: %s', (_, value) => {
    expect(legacy(`<head>${ld(value)}</head>`).author).toBe('Ada')
  })

  test.each([
    [[tag('author', '保罗·克鲁格曼')], '保罗·克鲁格曼'],
    [[tag('author', 'Jean–Pierre Lévy · Le Monde')], 'Jean–Pierre Lévy'],
    [
      [tag('citation_author', 'Vaswani, Ashish'), tag('citation_author', 'Shazeer, Noam')],
      'Ashish Vaswani, Noam Shazeer',
    ],
  ])('names authors as they are written: %j', (tags, author) => {
    expect(legacy(`<head>${tags.join('')}</head>`).author).toBe(author)
  })

  test('takes no author and no date from a review of a product', () => {
    const review = `<div itemprop="review" itemscope itemtype="https://schema.org/Review"><b itemprop="author">Jane</b>
      <time itemprop="datePublished" datetime="2023-04-01">April</time></div>`
    const { author, date } = legacy(`<h1>Kettle</h1>${review}`)
    expect([author, date]).toEqual([undefined, undefined])
  })

  test('names several authors, each once', () => {
    const author = [{ name: 'Ada' }, { name: 'By Bob' }, 'ada', { url: '/x' }, 'https://site.example/ada']
    expect(legacy(`<head>${ld({ '@type': 'Article', author })}</head>`).author).toBe('Ada, Bob')
  })

  test('of the page itself counts, not that of others that it contains', () => {
    const other = { '@type': 'Article', headline: 'other', url: 'https://site.example/b' }
    const own = {
      '@type': 'Article',
      headline: 'own',
      mainEntityOfPage: { '@id': 'http://site.example/a/page/' },
    }
    const related = { '@type': 'WebPage', isPartOf: { '@type': 'Article', headline: 'part' } }
    expect(legacy(`<head>${ld([other, own])}</head>`).title).toBe('own')
    expect(legacy(`<head><title>title</title>${ld(related)}</head>`).title).toBe('title')
  })

  const listed = (type: string) =>
    ['One', 'Two'].map((name) => ({ '@type': type, name, description: `d ${name}`, image: `/${name}.png` }))
  const question = { '@type': 'Question', name: 'Why?', acceptedAnswer: { '@type': 'Answer', text: 'So.' } }
  const LISTS: Record<string, unknown> = {
    'questions with answers': { '@type': 'FAQPage', mainEntity: [question, { ...question, name: 'How?' }] },
    'one question with its answer': { '@type': 'FAQPage', mainEntity: question },
    events: listed('MusicEvent'),
    products: { '@graph': listed('Product') },
    'articles of different types': [...listed('NewsArticle'), ...listed('Article')],
    'the main entities of a page': { '@type': 'CollectionPage', mainEntity: listed('Recipe') },
  }
  test.each(Object.entries(LISTS))('that lists %s does not name the page', (_, value) => {
    const { title, description, image } = legacy(`<head><title>All of them | Site</title>${ld(value)}</head>`)
    expect([title, description, image]).toEqual(['All of them | Site', undefined, undefined])
  })

  test.each([
    '<head><title>Two | Site</title>',
    '<head><title>Shop</title>',
    `<head>${og('og:title', 'Two')}`,
  ])('names a page by the thing in a list that has the title of the page: %s', (head) => {
    const { description } = legacy(`${head}${ld(listed('Product'))}</head><body><h1>Two</h1></body>`)
    expect(description).toBe('d Two')
  })

  test('is not described by the name of its site', () => {
    const site = `${og('og:site_name', 'Ledger')}${og('og:description', 'Ledger')}`
    expect(legacy(`<head>${site}${tag('description', 'd')}</head>`).description).toBe('d')
  })

  test('that describes one thing twice names the page', () => {
    const twice = [
      { '@type': 'Article', headline: 'One' },
      { '@type': 'NewsArticle', headline: 'one', author: 'Ada' },
    ]
    expect(legacy(`<head>${ld(twice)}</head>`)).toMatchObject({ title: 'One', author: 'Ada' })
  })

  const reference = (type: string, id: string) => ({ '@type': type, '@id': id })
  test('refers to things by their id and type, and says what they are in several places', () => {
    const graph = [
      { '@type': 'Article', author: reference('Person', '#j'), image: reference('ImageObject', '#i') },
      { ...reference('WebPage', '#j'), name: 'A page' },
      { ...reference('Person', '#j'), jobTitle: 'Editor' },
      { ...reference('ImageObject', '#i'), caption: 'A picture' },
      { '@type': ['Author', 'Person'], '@id': '#j', name: 'Jane' },
      { ...reference('ImageObject', '#i'), url: '/a.jpg' },
    ]
    expect(legacy(`<head>${ld({ '@graph': graph })}</head>`)).toMatchObject({
      author: 'Jane',
      image: 'https://site.example/a.jpg',
    })
  })

  test.each([
    [reference('ImageObject', '#i'), undefined],
    [reference('ImageObject', '_:i'), undefined],
    [reference('WebPage', '/page'), undefined],
    [reference('ImageObject', '/a.jpg'), 'https://site.example/a.jpg'],
    [{ '@id': '/a.jpg' }, 'https://site.example/a.jpg'],
  ])('has an id that is a picture only where it is an address: %j', (image, address) => {
    expect(legacy(`<head>${ld({ '@type': 'Article', image })}</head>`).image).toBe(address)
  })

  test('is read with comments around it, line breaks in texts, markup and entities', () => {
    const text = '<!-- {"@type": "Article", "headline": "a\nb &amp;amp; <b>c</b>"}; -->'
    const { metadata, faults } = read(`<head><script type="application/LD+JSON">${text}</script></head>`)
    expect([metadata.title, faults]).toEqual(['a b & c', []])
  })

  test('that is broken is a fault, and the rest is read', () => {
    const broken = '<script type="application/ld+json">{"@type": </script>'
    const { metadata, faults } = read(`<head><title>a</title>${broken}</head>`)
    expect([metadata.title, faults]).toEqual(['a', ['a JSON-LD script is not JSON']])
    expect(read(`<head>${broken}${broken}</head>`).faults).toEqual(['2 JSON-LD scripts are not JSON'])
  })

  test('cannot reach prototypes or run deep', () => {
    const deep = `${'{"@type":"Article","mainEntity":'.repeat(5000)}1${'}'.repeat(5000)}`
    const hostile = '{"__proto__":{"headline":"x"},"@type":"Article","@id":"a","author":{"@id":"a"}}'
    const scripts = [deep, hostile].map((text) => `<script type="application/ld+json">${text}</script>`)
    expect(legacy(`<head>${scripts.join('')}</head>`).author).toBeUndefined()
    expect(({} as Record<string, unknown>).headline).toBeUndefined()
  })
})

describe('fields of the markup', () => {
  const AUTHORS: [string, string | undefined][] = [
    ['<a rel="author" href="/x">Ada</a>', 'Ada'],
    [
      '<div itemscope itemtype="http://schema.org/Article"><span itemprop="author" itemscope><b itemprop="name">Ada</b></span></div>',
      'Ada',
    ],
    ['<p class="byline">By <a href="/author/ada">Ada Lovelace</a> | 3 May</p>', 'Ada Lovelace'],
    ['<span class="post-author">Written by: Ada</span>', 'Ada'],
    ['<p class="author"><a>Post</a> by <b>Ada</b> » Tue Mar 05, 2024</p>', 'Ada'],
    ['<p class="byline">By <em>Ada Lovelace</em> <a href="/x">@ada</a> on 3 May</p>', 'Ada Lovelace'],
    ['<p class="author">von Ada am 2.1.2024</p>', 'von Ada'],
    ['<p class="byline">9:39AM BST 05 Oct 2011</p>', undefined],
    ['<p class="byline">May 3, 2024</p><b class="author">Ada 2</b>', 'Ada 2'],
    ['<div class="comments"><span class="author">Troll</span></div>', undefined],
    ['<h1>t</h1><i>By Ada Lovelace, <time>3 May 2020</time></i>', 'Ada Lovelace'],
    ['<h1>t</h1><p>By popular demand</p>', undefined],
    [
      '<h1>t</h1><p>By the river it was cold, and nobody came along that way for a long time, not even the people of the town who always did, year after year after year.</p>',
      undefined,
    ],
    [
      '<span itemprop="author" itemscope itemtype="http://schema.org/Person"><link itemprop="url" href="/@ada"><link itemprop="name" content="Ada"></span>',
      'Ada',
    ],
    ['<a href="https://site.example/author/x">https://site.example</a>', undefined],
  ]
  test.each(AUTHORS)('author of %s', (html, author) => {
    expect(legacy(`<head></head><body>${html}</body>`).author).toBe(author)
  })

  test('the title of a drawing is that of the page only where the page is the drawing', () => {
    const drawing = '<svg><title>Menu</title></svg>'
    const titlesOf = (html: string) => {
      const { document } = read(html, { engine: 'Structured' }).metadata
      return [legacy(html).title, document?.title]
    }
    expect(titlesOf(`<body>${drawing}<h1>Page</h1></body>`)).toEqual(['Page', undefined])
    expect(titlesOf(`<body>${drawing}<title>Page</title></body>`)).toEqual(['Page', 'Page'])
    const document = new DOMParser().parseFromString(drawing, 'image/svg+xml')
    expect(readMetadata(document, REQUEST).metadata.title).toBe('Menu')
  })

  test('a site name is removed from a title where the page shows the rest as its heading', () => {
    const title = '<head><title>The story - of two | Site</title></head>'
    expect(legacy(title).title).toBe('The story - of two | Site')
    expect(legacy(`${title}<body><h1>The story – of two</h1></body>`).title).toBe('The story - of two')
    expect(legacy(`${title}<body><h1>Site</h1><h3>The story – of two</h3></body>`).title).toBe(
      'The story - of two',
    )
    expect(legacy(`${title}<body><b><a href="/">The story - of two</a></b></body>`).title).toBe(
      'The story - of two | Site',
    )
    expect(legacy(`<head><title>Site: A story</title>${og('og:site_name', 'Site')}</head>`).title).toBe(
      'Site: A story',
    )
    expect(legacy(`<head><title>Site · A story</title>${og('og:site_name', 'Site')}</head>`).title).toBe(
      'A story',
    )
  })

  /** The title element, the rest of the page, and the title that is read. */
  const SITE_NAMES: [string, string, string][] = [
    [
      'Contact | Town Works',
      `${og('og:site_name', 'Town Works')}<h1>Contact</h1><h3>Town Works</h3>`,
      'Contact',
    ],
    ['Pricing | Acme', '<h1>Simple plans</h1><h3>Acme</h3>', 'Pricing | Acme'],
    ['Pricing | Acme', '<h1>Acme</h1>', 'Pricing | Acme'],
    ['Pricing | Acme', '<h1>Pricing</h1><b>Acme</b>', 'Pricing'],
    ['Site | Pricing', '<h1>Site</h1><h2>Pricing</h2>', 'Pricing'],
    ['Acme » A story', '<h1><a href="/">Acme</a></h1><h2>A story</h2>', 'A story'],
    ['Acme » A story', '<a href="/"><h1>Acme</h1></a><h2>A story</h2>', 'A story'],
    ['Acme | A story', '<h1>A story</h1>', 'Acme | A story'],
    ['Acme | A story', `<h1>A story</h1>${ld({ '@type': 'Article', headline: 'A story' })}`, 'A story'],
    ['Acme | Acme', `${og('og:site_name', 'Acme')}<h1>Acme</h1>`, 'Acme | Acme'],
  ]
  test.each(SITE_NAMES)('the title "%s" of a page with %s is "%s"', (title, rest, left) => {
    expect(legacy(`<head><title>${title}</title></head><body>${rest}</body>`).title).toBe(left)
  })

  test('headings of the first page that link to itself are not the name of its site', () => {
    const html = `<head><title>Best tools | Acme</title></head><body><h1><a href="/">Best tools</a></h1></body>`
    const urlResolved = 'https://site.example/'
    expect(read(html, { urlResolved }).metadata.title).toBe('Best tools')
  })

  test('a date is found in elements, and at last in the address', () => {
    expect(legacy('<body><time datetime="2020-02-03T04:05Z">then</time></body>').date).toBe(
      '2020-02-03T04:05:00.000Z',
    )
    expect(legacy('<body><p class="post-date">Published on May 6th, 2021</p></body>').date).toBe(
      '2021-05-06T00:00:00.000Z',
    )
    const urlResolved = 'https://site.example/2022/03/04/story'
    expect(read('<body></body>', { urlResolved }).metadata.date).toBe('2022-03-04T00:00:00.000Z')
    const comment = '<div class="comment"><time datetime="2020-01-01">x</time></div>'
    expect(legacy(`<body>${comment}</body>`).date).toBeUndefined()
  })

  test('pictures are those of the content, and icons the largest', () => {
    const icons =
      '<link rel="icon" href="/a.ico"><link rel="apple-touch-icon" sizes="60x60" href="/60.png"><link rel="apple-touch-icon" sizes="180x180" href="/180.png">'
    const body = '<article><img src="/face.png" width="40" height="40"><img data-src="/late.png"></article>'
    expect(legacy(`<head>${icons}</head><body>${body}</body>`)).toMatchObject({
      image: 'https://site.example/late.png',
      logo: 'https://site.example/180.png',
    })
    const scalable =
      '<link rel="icon" href="/a.ico" sizes="16x16 48x48"><link rel="icon" href="/a.svg" sizes="any">'
    const set = '<article><img src="/img/blank.gif?v=1" srcset="/s.png 300w, /l.png 900w"></article>'
    expect(legacy(`<head>${scalable}</head><body>${set}</body>`)).toMatchObject({
      image: 'https://site.example/l.png',
      logo: 'https://site.example/a.svg',
    })
  })
})

describe('Structured', () => {
  const structured = (html: string) => read(html, { engine: 'Structured' })

  test('headings have no links to themselves and none for editors', () => {
    const edit = '<span class="mw-editsection">[<a href="/edit">edit</a>]</span>'
    const html = `<h2>C# 8<a class="headerlink" href="#c">¶</a></h2><h3>On <a href="#x">#2</a>${edit}</h3>`
    expect(structured(`<body>${html}</body>`).metadata.headers!.map(({ text }) => text)).toEqual([
      'C# 8',
      'On #2',
    ])
  })

  test('has the document, and all parts', () => {
    const html = `<head><title>A &amp; B</title><base href="/base/">${tag('keywords', 'a, b,,')}${tag('author', 'Ada')}
      ${tag('description', 'd')}${og('og:image:width', '6')}${tag('twitter:card', 's')}${tag('theme-color', 'red')}
      <link rel="canonical" href="c"></head><body>
      <!-- <h1> --><div><h2 id="x">Hi <b>there</b></h2></div>
      <a href="#x">a</a><a href="/r" title="q" rel="nofollow me">r</a><a href="https://site.example/s">s</a>
      <a href="//other.example">o</a><a href="mailto:a@b.c">m</a><a href="tel:+1">t</a><a href="javascript:1">j</a>
      <img src="/i.png" alt="i" width="3" height="4"><img src="data:image/gif;base64,AA"></body>`
    const { metadata, faults } = structured(html)
    expect(faults).toEqual([])
    expect(metadata).toMatchObject({
      urlRequested: ADDRESS,
      url: 'https://site.example/base/c',
      document: {
        title: 'A & B',
        description: 'd',
        keywords: ['a', 'b'],
        author: 'Ada',
        canonicalUrl: 'https://site.example/base/c',
        baseHref: '/base/',
        language: 'en',
        openGraph: { image_width: '6' },
        twitterCard: { card: 's' },
        metaTags: { 'theme-color': 'red' },
      },
      headers: [{ level: 2, text: 'Hi there', id: 'x', depth: 3 }],
      structuredData: [],
      tables: [],
    })
    expect(metadata.links!.map(({ href, linkType }) => `${linkType} ${href}`)).toEqual([
      'anchor #x',
      'internal https://site.example/r',
      'internal https://site.example/s',
      'external https://other.example/',
      'email mailto:a@b.c',
      'phone tel:+1',
      'other javascript:1',
    ])
    expect(metadata.links![1]).toMatchObject({
      text: 'r',
      title: 'q',
      rel: ['nofollow', 'me'],
      attributes: { title: 'q', rel: 'nofollow me' },
    })
    expect(metadata.images).toMatchObject([
      {
        src: 'https://site.example/i.png',
        alt: 'i',
        dimensions: { width: 3, height: 4 },
        imageType: 'relative',
      },
      { imageType: 'data_uri' },
    ])
    const [heading] = metadata.headers!
    expect(
      parseHTML(html.replace(/^<head>/, '<html lang="en"><head>')).document.documentElement.outerHTML.slice(
        heading!.htmlOffset,
      ),
    ).toMatch(/^<h2 id="x">/)
  })

  test('tables have a grid with spans, and markdown', () => {
    const html = `<body><table><thead><tr><th>a|b</th><th>c</th></tr></thead>
      <tr><td rowspan="2">1</td><td>2</td></tr><tr><td>3<table><tr><td>in</td></tr></table></td></tr></table></body>`
    const [table, inner] = structured(html).metadata.tables!
    expect(table!.grid).toEqual({
      rows: 3,
      cols: 2,
      cells: [
        { content: 'a|b', row: 0, col: 0, rowSpan: 1, colSpan: 1, isHeader: true },
        { content: 'c', row: 0, col: 1, rowSpan: 1, colSpan: 1, isHeader: true },
        { content: '1', row: 1, col: 0, rowSpan: 2, colSpan: 1, isHeader: false },
        { content: '2', row: 1, col: 1, rowSpan: 1, colSpan: 1, isHeader: false },
        { content: '3 in', row: 2, col: 1, rowSpan: 1, colSpan: 1, isHeader: false },
      ],
    })
    expect(table!.markdown).toBe('| a\\|b | c |\n| --- | --- |\n| 1 | 2 |\n|  | 3 in |')
    expect(inner!.grid.cells).toMatchObject([{ content: 'in', row: 0, col: 0 }])
  })

  test('parts are added to Legacy alone where they are asked for', () => {
    const html = '<body><h1>a</h1><a href="/b">b</a></body>'
    expect(Object.keys(read(html, { parts: ['links'] }).metadata)).toContain('links')
    expect(Object.keys(read(html, { parts: ['links'] }).metadata)).not.toContain('headers')
  })

  test('a link with an empty address leads to the document', () => {
    const [link] = structured('<base href="/b/#c"><body><a href="">self</a></body>').metadata.links!
    expect(link).toMatchObject({ href: 'https://site.example/b/', linkType: 'internal' })
  })

  test('a link whose address is too long is left out, not cut, and is a fault', () => {
    const query = (length: number) => `/x?${'q'.repeat(length - 3)}`
    const links = [
      query(8192),
      query(8193),
      `https://other.example${query(9000)}`,
      `javascript:${query(9000)}`,
    ]
    const html = `<body>${links.map((href) => `<a href="${href}">a</a>`).join('')}</body>`
    const { metadata, faults } = structured(html)
    expect(metadata.links!.map(({ href, linkType }) => `${linkType} ${href.length}`)).toEqual([
      `internal ${'https://site.example'.length + 8192}`,
      'other 100',
    ])
    expect(faults).toEqual(['links with addresses of more than 8192 characters are left out: 2'])
  })

  test('more than the caps is a fault', () => {
    const rows = `<tr>${'<td>1</td>'.repeat(10)}</tr>`.repeat(60)
    // In groups: linkedom takes a second for thousands of elements beside each other.
    const links = `<p>${'<a href="/x">x</a>'.repeat(100)}</p>`.repeat(50)
    const headings = `<div>${'<h2>a</h2>'.repeat(100)}</div>`.repeat(20)
    const html = `<body>${links}<a href="/x">x</a>${headings}<h2>a</h2>${`<table>${rows}</table>`.repeat(17)}</body>`
    const { metadata, faults } = structured(html)
    expect([metadata.links!.length, metadata.headers!.length, metadata.tables!.length]).toEqual([
      5000, 2000, 16,
    ])
    expect(faults).toEqual([
      'the page has 2001 headings, of which the first 2000 are read',
      'the page has 5001 links, of which the first 5000 are read',
      'the tables have more than 10000 cells or 2 MB, so the first 16 of 17 are read',
    ])
    expect(structured(`<body>${'<table></table>'.repeat(201)}</body>`).faults).toHaveLength(1)
  })
})

describe('structured data', () => {
  const rows = (html: string) =>
    read(html, { parts: ['structuredData'] }).metadata.structuredData!.map(({ rawJson, ...row }) => ({
      ...row,
      value: JSON.parse(rawJson) as unknown,
    }))

  test('microdata is read by the algorithm of its standard', () => {
    const html = `<body><div itemscope itemtype="https://schema.org/Person" itemid="urn:a" itemref="later missing">
      <span itemprop="name nick">Ada</span><img itemprop="image" src="/a.png"><meta itemprop="empty" content="">
      <div itemprop="address" itemscope itemtype="https://schema.org/PostalAddress"><b itemprop="street">Road</b></div>
      <time itemprop="born" datetime="1815-12-10">then</time><data itemprop="n" value="7">seven</data></div>
      <p id="later"><a itemprop="url" href="x">u</a></p></body>`
    expect(rows(html)).toEqual([
      {
        dataType: 'microdata',
        schemaType: 'Person',
        value: {
          type: ['https://schema.org/Person'],
          id: 'urn:a',
          properties: {
            name: ['Ada'],
            nick: ['Ada'],
            image: ['https://site.example/a.png'],
            empty: [''],
            address: [{ type: ['https://schema.org/PostalAddress'], properties: { street: ['Road'] } }],
            born: ['1815-12-10'],
            n: ['7'],
            url: ['https://site.example/a/x'],
          },
        },
      },
    ])
  })

  test('items that contain themselves end', () => {
    const html = `<body><div itemscope id="a" itemref="b"></div><div id="b" itemprop="p" itemscope itemref="b c"></div>
      <div id="c" itemprop="q" itemscope itemref="b"></div></body>`
    expect(rows(html)).toHaveLength(1)
  })

  test('RDFa Lite has the same form', () => {
    const html = `<body vocab="https://schema.org/" prefix="ov: http://open.example/"><div typeof="Person" resource="#ada">
      <span property="name">Ada</span><a property="url" href="/a">a</a><meta property="ov:age" content="36">
      <div property="knows" typeof="Person"><span property="name">Bob</span></div></div></body>`
    expect(rows(html)).toEqual([
      {
        dataType: 'rdfa',
        schemaType: 'Person',
        value: {
          type: ['https://schema.org/Person'],
          id: `${ADDRESS}#ada`,
          properties: {
            name: ['Ada'],
            url: ['https://site.example/a'],
            'http://open.example/age': ['36'],
            knows: [{ type: ['https://schema.org/Person'], properties: { name: ['Bob'] } }],
          },
        },
      },
    ])
  })

  test('JSON-LD is its own text, which can be parsed', () => {
    const text = '{ "@type": "Thing",  "a": 1 }'
    const scripts = [text, '{', '{ "a": "b\nc" }']
    const html = scripts.map((each) => `<script type="application/ld+json"> ${each} </script>`).join('')
    const { metadata, faults } = read(`<head>${html}</head>`, { parts: ['structuredData'] })
    expect(metadata.structuredData).toEqual([
      { dataType: 'json_ld', rawJson: text, schemaType: 'Thing' },
      { dataType: 'json_ld', rawJson: '{ "a": "b c" }' },
    ])
    expect(faults).toEqual(['a JSON-LD script is not JSON'])
  })

  test('long texts are cut, also those that many items refer to', () => {
    const items = '<p itemscope itemref="long"></p>'.repeat(50)
    const long = `<p id="long" itemprop="text">${'x'.repeat(100_000)}</p>`
    const { metadata, faults } = read(`<body>${items}${long}</body>`, { parts: ['structuredData'] })
    expect([metadata.structuredData!.length < 11, faults.length]).toEqual([true, 1])
    const links = `<a href="/x" title="${'x'.repeat(2000)}">${'x'.repeat(10_000)}</a>`.repeat(300)
    const found = read(`<body>${links}</body>`, { parts: ['links'] })
    expect(found.metadata.links!.length).toBeLessThan(200)
    expect(found.faults).toHaveLength(1)
  })

  test('more than 1 MB is cut', () => {
    const script = ld({ '@type': 'Thing', text: 'x'.repeat(400_000) })
    const { metadata, faults } = read(`<head>${script.repeat(3)}</head>`, { parts: ['structuredData'] })
    expect([metadata.structuredData!.length, faults.length]).toEqual([2, 1])
  })
})

test('elements that hide members of the document and of forms change nothing', () => {
  const html = `<head><title>a</title></head><body><form name="querySelectorAll"></form><form name="documentElement"></form>
    <form itemscope><input name="getAttribute"><input name="children"><input name="hasAttribute"><b itemprop="name">n</b></form></body>`
  expect(read(html, { engine: 'Structured' }).metadata).toMatchObject({
    document: { title: 'a' },
    structuredData: [{ dataType: 'microdata', rawJson: '{"properties":{"name":["n"]}}' }],
  })
})
