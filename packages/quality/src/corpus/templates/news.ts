import { cards, comments, escape, footerText, inline, links, listOfLinks, menu, write } from '../markup.ts'
import type { Template } from '../template.ts'

const clock = (date: string): string =>
  `${date.slice(8, 10)}.${date.slice(5, 7)}.${date.slice(0, 4)}, ${date.slice(11, 16)}`

export const news: Template[] = [
  {
    name: 'broadcaster with hashed names and a box for each block',
    heads: ['full'],
    languages: ['en', 'es', 'ar', 'ru'],
    wish: { paragraphs: [9, 24], sentences: [1, 2], among: ['h2', 'figure', 'ul'] },
    body: (
      c,
    ) => `<div id="main-wrapper"><header role="banner" class="ssrcss-1"><nav>${menu(c)}</nav></header><div class="ssrcss-rgov1k-MainWrapper"><main id="main-content"><article class="ssrcss-pv1rh6-ArticleWrapper"><header class="ssrcss-HeadingWrapper"><h1 id="main-heading"><span role="text">${escape(c.title)}</span></h1><ul class="ssrcss-MetadataStrip"><li><div><span><time data-testid="timestamp" datetime="${c.date}">${c.random.int(1, 9)} hours ago</time></span></div></li><li>${c.random.int(5, 800)} ${c.language.site.comments}</li></ul></header>
      <div data-component="byline-block" class="ssrcss-Byline"><div>${c.language.site.by} ${c.author}</div><div>${escape(c.line(2, 4))}</div></div>
      ${write(c, { p: (b) => `<div data-component="text-block" class="ssrcss-11r1m41-RichTextComponentWrapper"><div class="ssrcss-7uxr49-RichTextContainer"><p class="ssrcss-1q0x1qg-Paragraph">${inline(b)}</p></div></div>`, h2: (b) => `<div data-component="subheadline-block"><h2 class="ssrcss-Heading">${escape(b.text)}</h2></div>`, figure: (b) => `<div data-component="image-block"><figure><div><picture><source srcset="${b.image}.webp 240w, ${b.image} 800w"><img src="${b.image}" width="976" height="549"></picture><span class="ssrcss-ImageSource"></span></div><figcaption>${escape(b.caption)}</figcaption></figure></div>`, ul: (b) => `<div data-component="text-block"><div><ul role="list">${b.items.map((item) => `<li>${escape(item)}</li>`).join('')}</ul></div></div>` }, (at) => (at === 5 ? `<div data-component="links-block" class="ssrcss-LinksBlock"><ul>${links(c, 3, ({ href, text }) => `<li><a href="${href}">${text}</a></li>`)}</ul></div>` : ''))}
      <section data-component="topic-list"><h2>${c.language.site.tags}</h2>${listOfLinks(c, 3)}</section></article><section class="ssrcss-TopStories"><h2>Top stories</h2>${cards(c, 5, 'ssrcss-Promo')}</section><section><h2>${c.language.site.more}</h2>${listOfLinks(c, 8)}</section></main></div><footer role="contentinfo">${footerText(c)}</footer></div>`,
  },
  {
    name: 'paper with rich links beside the text',
    heads: ['full', 'social'],
    languages: ['en', 'fr'],
    wish: { paragraphs: [8, 20], sentences: [1, 4], among: ['figure', 'h2', 'quote'], hasStandfirst: true },
    body: (
      c,
    ) => `<header><nav>${menu(c)}</nav></header><main data-layout="Standard"><div class="dcr-1"><aside class="dcr-2"><a href="/section">World news</a></aside><div class="dcr-3" data-gu-name="headline"><h1 class="dcr-4">${escape(c.title)}</h1></div><div data-gu-name="standfirst"><div class="dcr-5"><p>${escape(c.standfirst!)}</p></div></div><div data-gu-name="media"><figure class="dcr-6"><img src="${c.image}" width="620" height="372"></figure></div>
      <div data-gu-name="meta"><address aria-label="Contributor info"><div><a rel="author" href="/profile/a">${c.author}</a></div></address><details class="dcr-7"><summary><time datetime="${c.date}">${clock(c.date)}</time></summary></details><ul class="dcr-share"><li><button>Share</button></li></ul></div>
      <div data-gu-name="body"><div id="maincontent" class="article-body-commercial-selector dcr-8">${write(c, {}, (at) => (at === 2 ? `<aside class="rich-link"><a href="/rl"><img src="/t.jpg" width="140" height="84"><h4>${escape(c.line())}</h4><p>${c.language.site.more}</p></a></aside>` : at === 5 ? `<figure data-spacefinder-role="inline"><div class="dcr-newsletter"><p>Sign up to First Edition</p><p>Free daily newsletter</p><p>${escape(c.line(12, 18))}.</p><p><strong>Privacy Notice:</strong> Newsletters may contain information about charities, online ads, and content funded by outside parties.</p></div></figure>` : at % 4 === 3 ? '<div class="ad-slot-container"><div class="ad-slot ad-slot--inline" data-label-show="true">Advertisement</div></div>' : ''))}</div></div>
      <div class="dcr-topics"><span>Topics</span><ul><li><a href="/t/1">Rivers</a></li><li><a href="/t/2">Cities</a></li></ul></div></div></main><section class="dcr-9"><h2>More on this story</h2>${cards(c, 6, 'dcr-card')}</section><section><h2>Most viewed</h2><ol>${links(c, 10, ({ href, text }) => `<li><a href="${href}">${text}</a></li>`)}</ol></section><footer>${footerText(c)}</footer>`,
  },
  {
    name: 'agency with advertisements between paragraphs',
    heads: ['full'],
    wish: { paragraphs: [10, 26], sentences: [1, 3], among: ['figure'] },
    body: (
      c,
    ) => `<div class="Page-body"><div class="Page-header">${menu(c)}</div><div class="Page-content"><div class="Page-breadcrumbs"><a href="/w">World news</a></div><main class="Page-main"><h1 class="Page-headline">${escape(c.title)}</h1><div class="Page-lead"><figure class="Figure"><img class="Image" src="${c.image}" width="980" height="653"></figure></div>
      <div class="Page-byline"><div class="Page-authors">${c.language.site.by} <a class="Link" href="/a">${c.author}</a></div><div class="Page-dateModified"><span>Updated ${clock(c.date)} UTC</span></div></div><div class="Page-actions"><button>Share</button></div>
      <div class="Page-storyBody"><div class="RichTextStoryBody RichTextBody">${write(c, { figure: (b) => `<div class="ImageEnhancement"><figure class="Figure"><img class="Image" src="${b.image}" width="599" height="399"><figcaption class="Figure-caption">${escape(b.caption)}</figcaption></figure></div>` }, (at) => (at % 5 === 4 ? '<div class="FreeStar"><div class="Advertisement">Advertisement</div></div>' : at === 6 ? `<div class="HTMLModuleEnhancement"><div class="hub-peek"><p class="hub-title">${escape(c.line(3, 6))}</p>${listOfLinks(c, 4)}</div></div>` : ''))}</div></div>
      <div class="Page-below"><div class="authorBio"><p>${escape(c.line(12, 18))}.</p></div><div class="TrendList"><h2>Most read</h2>${listOfLinks(c, 5)}</div></div></main></div><footer class="Page-footer">${footerText(c)}</footer></div>`,
  },
  {
    name: 'tabloid with links and galleries in the text',
    heads: ['full', 'whole'],
    languages: ['en', 'de', 'zh'],
    wish: { paragraphs: [9, 22], sentences: [1, 2], among: ['figure', 'h2'] },
    body: (
      c,
    ) => `<div class="page"><div class="masthead">${menu(c)}</div><div id="content" class="article wide"><div class="alpha"><div class="article-text"><h1>${escape(c.title)}</h1><ul class="mol-bullets"><li><strong>${escape(c.line(8, 14))}</strong></li></ul><p class="author-section byline-plain">${c.language.site.by} <a class="author" rel="author" href="/a">${c.author}</a></p><p class="byline-section"><span class="article-timestamp"><time datetime="${c.date}">${clock(c.date)}</time></span></p><div class="shareArticles"><ul class="cleared"><li><a>Share</a></li><li>${c.random.int(10, 999)} shares</li></ul></div>
      <div itemprop="articleBody">${write(c, { p: (b) => `<p class="mol-para-with-font"><font style="font-size:1.2em">${inline(b)}</font></p>`, figure: (b) => `<div class="artSplitter mol-img-group"><div class="mol-img"><div class="image-wrap"><img src="/blank.gif" data-src="${b.image}" width="634" height="400"></div></div><p class="imageCaption">${escape(b.caption)}</p></div>` }, (at) => (at === 3 ? `<p><strong>${c.language.site.more}: <a href="/rm">${escape(c.line())}</a></strong></p>` : at === 6 ? `<div class="related-carousel"><h3>RELATED ARTICLES</h3><ul>${links(c, 4, ({ href, text }) => `<li><a href="${href}"><span>${text}</span></a></li>`)}</ul><div>Share this article <a>Share</a></div></div>` : at === 9 ? `<p class="mol-vid">${c.language.site.advertisement}</p>` : ''))}</div></div>
      <div id="reader-comments"><h3>${c.language.site.comments} ${c.random.int(5, 99)}</h3>${comments(c, 9, (name, text) => `<div class="comment"><p class="user-info">${name}</p><p class="comment-text">${text}</p></div>`)}</div></div><div class="beta"><div class="puff">${cards(c, 8, 'puff-item')}</div></div></div><div class="footer">${footerText(c)}</div></div>`,
  },
  {
    name: 'daily with teasers and a box of facts',
    heads: ['full', 'plugin'],
    languages: ['de', 'fr', 'ru', 'ja'],
    wish: { paragraphs: [6, 15], among: ['h2', 'figure'], hasStandfirst: true },
    body: (
      c,
    ) => `<div class="layout"><header class="header">${menu(c)}</header><nav class="breadcrumb"><a href="/">${c.site}</a> › <a href="/p">${c.language.site.menu[1]}</a></nav><main class="main"><article class="article"><header class="article-header"><span class="article-header__kicker">${escape(c.line(2, 3))}</span><h1 class="article-header__title">${escape(c.title)}</h1><p class="article-header__intro">${escape(c.standfirst!)}</p><div class="article-header__meta"><span class="article-header__author">${c.language.site.by} ${c.author}</span><time class="article-header__publish-date" datetime="${c.date}">${clock(c.date)}</time></div><div class="article-header__tools"><a href="#">Merken</a><a href="#">Drucken</a><a href="#">E-Mail</a></div></header>
      <section class="article-body">${write(c, { p: (b) => `<p class="paragraph article__item">${inline(b)}</p>`, h2: (b) => `<h2 class="article__subheading article__item">${escape(b.text)}</h2>` }, (at) => (at === 3 ? `<div class="article__item teaser-box"><h3>${c.language.site.related}</h3>${listOfLinks(c, 3)}</div>` : at === 6 ? `<div class="article__item ad-container" data-ad="1"><span>${c.language.site.advertisement}</span></div>` : ''))}</section><div class="article-footer"><p>${c.language.site.tags}: <a href="/t">A</a>, <a href="/t2">B</a></p><p class="source">(dpa/rtr)</p></div></article>
      <div class="newsletter-signup"><h3>Newsletter</h3><p>${c.language.site.newsletter}.</p></div><section class="comment-section"><h2>${c.language.site.comments}</h2>${comments(c, 4, (name, text) => `<article class="comment"><div>${name}</div><p>${text}</p></article>`)}</section></main><aside class="sidebar"><h2>${escape(c.line(1, 3))}</h2>${cards(c, 6, 'teaser')}</aside><footer class="footer">${footerText(c)}</footer></div>`,
  },
  {
    name: 'portal without paragraphs of its own',
    heads: ['plain', 'bare'],
    languages: ['zh', 'ru', 'ja'],
    wish: { paragraphs: [4, 12] },
    body: (
      c,
    ) => `<div class="top">${menu(c)}</div><div class="wrap"><div class="path"><a href="/">${c.language.site.menu[0]}</a> &gt; <a href="/n">${c.language.site.menu[1]}</a></div><h1 id="artibodyTitle">${escape(c.title)}</h1><div class="artInfo"><span id="pub_date">${clock(c.date)}</span> <span>${c.site}</span> <span>${c.language.site.by}${c.author}</span></div>
      <div class="blkContainerSblkCon" id="artibody">${write(c, { p: (b) => `<div>　　${escape(b.text)}</div>` })}<div class="show_author">(${escape(c.author)})</div></div><div class="shareBox">${c.language.site.share} <a>QQ</a> <a>VK</a></div><div class="corrTxt_01"><h3>${c.language.site.related}</h3>${listOfLinks(c, 6)}</div></div><div class="right">${cards(c, 5, 'pic')}${listOfLinks(c, 10)}</div><div class="footer">${footerText(c)}</div>`,
  },
  {
    name: 'brief of a few sentences',
    heads: ['full', 'social'],
    languages: ['en', 'de', 'fr', 'es', 'ja'],
    wish: { paragraphs: [1, 3], sentences: [1, 3] },
    body: (c) =>
      `<div class="wrapper"><div class="header"><div class="logo">${c.site}</div>${menu(c)}</div><div class="content-wrap"><div class="left-col"><div class="story"><h1>${escape(c.title)}</h1><div class="info">${clock(c.date)} | ${c.author}</div><div class="story-text">${write(c)}</div><div class="social-share"><a>Facebook</a><a>WhatsApp</a></div></div><div class="more-stories"><h2>${c.language.site.related}</h2>${cards(c, 6, 'item')}</div></div><div class="right-col"><div class="box"><h3>Top 10</h3>${listOfLinks(c, 10)}</div><div class="box promo"><p>${c.language.site.newsletter}.</p></div></div></div><div class="footer">${footerText(c)}</div></div>`,
  },
  {
    name: 'accelerated mobile page',
    heads: ['full'],
    languages: ['en', 'es'],
    wish: { paragraphs: [5, 14], among: ['figure', 'h2'] },
    body: (c) =>
      `<amp-sidebar id="sidebar">${menu(c)}</amp-sidebar><header class="amp-header"><a href="/">${c.site}</a></header><main><article class="amp-article"><h1>${escape(c.title)}</h1><div class="amp-byline"><span>${c.author}</span> <time datetime="${c.date}">${clock(c.date)}</time></div><amp-social-share type="twitter"></amp-social-share>${write(c, { figure: (b) => `<figure><amp-img src="${b.image}" width="800" height="450" layout="responsive"></amp-img><figcaption>${escape(b.caption)}</figcaption></figure>` }, (at) => (at === 2 ? '<amp-ad width="300" height="250"><div placeholder>Ad</div></amp-ad>' : ''))}</article><section class="amp-related"><h4>${c.language.site.related}</h4><amp-list>${listOfLinks(c, 5)}</amp-list></section></main><footer>${footerText(c)}</footer>`,
  },
  {
    name: 'long read in sections across the page',
    heads: ['full', 'plugin'],
    wish: { paragraphs: [14, 30], among: ['h2', 'figure', 'quote'], hasStandfirst: true },
    body: (c) => {
      const parts = c.blocks.reduce<(typeof c.blocks)[]>(
        (all, block, at) => (at % 5 === 0 ? all.push([block]) : all.at(-1)!.push(block), all),
        [],
      )
      return `<div class="app"><div class="topbar">${menu(c)}</div><div class="hero" style="background:url(${c.image})"><div class="hero-inner"><h1>${escape(c.title)}</h1><p class="dek">${escape(c.standfirst!)}</p><p class="credits">Words ${c.author} · <time datetime="${c.date}">${clock(c.date)}</time></p></div></div>
      ${parts.map((blocks, at) => `<div class="chapter chapter-${at}"><div class="chapter-inner"><div class="col">${write({ ...c, blocks })}</div></div></div><div class="full-bleed"><img src="/bleed-${at}.jpg" width="1600" height="900"></div>`).join('')}
      <div class="end-matter"><div class="cards"><h2>More long reads</h2>${cards(c, 4, 'card')}</div></div><div class="site-foot">${footerText(c)}</div></div>`
    },
  },
  {
    name: 'press release',
    heads: ['dublin', 'plain'],
    languages: ['en', 'de'],
    wish: { paragraphs: [4, 9], among: ['ul', 'quote', 'table'] },
    body: (c) =>
      `<div class="cookie-banner" role="dialog"><p>We use cookies to improve your experience. By continuing to browse this site, you agree to our use of cookies, and to the sharing of information with our partners.</p><button>Accept</button></div><div class="global-nav">${menu(c)}</div><div class="container"><div class="row"><div class="col-md-8"><div class="module module-headline"><h1 class="headline">${escape(c.title)}</h1></div><div class="module-date">${c.author} — <time datetime="${c.date}">${clock(c.date)}</time></div><div class="module module-rich-text">${write(c)}<p>###</p></div><div class="module module-download"><a href="/r.pdf">Download PDF</a><a href="/img.zip">Download images</a></div></div><div class="col-md-4"><div class="module-contact"><h4>Media contact</h4><p>press@example.org</p></div><div class="module-list"><h4>${c.language.site.related}</h4>${listOfLinks(c, 5)}</div></div></div></div><div class="global-footer">${footerText(c)}</div>`,
  },
]
