import { cards, comments, escape, footerText, inline, links, listOfLinks, menu, write } from '../markup.ts'
import type { Template } from '../template.ts'

export const reference: Template[] = [
  {
    name: 'encyclopedia',
    heads: ['bare', 'social'],
    languages: ['en', 'de', 'ru', 'ar'],
    wish: { paragraphs: [6, 20], sentences: [2, 6], among: ['h2', 'h3', 'ul', 'table'] },
    body: (
      c,
    ) => `<div class="vector-header"><div id="p-search"><form><input></form></div><nav>${menu(c)}</nav></div><div id="mw-panel"><div class="portal"><h3>Navigation</h3>${listOfLinks(c, 8)}</div></div><div id="content" class="mw-body" role="main"><h1 id="firstHeading" class="firstHeading">${escape(c.title)}</h1><div id="bodyContent"><div id="siteSub" class="noprint">From ${c.site}, the free encyclopedia</div><div class="mw-jump-link">Jump to navigation</div><div id="mw-content-text" class="mw-body-content"><div class="mw-parser-output">
      ${write(c, { h2: (b) => `<div class="mw-heading"><h2 id="x"><span class="mw-headline">${escape(b.text)}</span></h2><span class="mw-editsection"><span>[</span><a href="?edit">edit</a><span>]</span></span></div>`, p: (b) => `<p>${inline(b)}<sup class="reference"><a href="#cite1">[1]</a></sup></p>`.replace('[1]', '') }, (at) => (at === 1 ? `<div id="toc" class="toc"><h2>Contents</h2>${listOfLinks(c, 6)}</div>` : ''))}
      <div class="navbox"><table><tbody><tr><td>${listOfLinks(c, 14)}</td></tr></tbody></table></div></div></div><div id="catlinks" class="catlinks">Categories: ${listOfLinks(c, 4)}</div></div></div><div id="footer"><ul><li>This page was last edited on 3 May 2024.</li><li>Text is available under a licence; additional terms may apply.</li></ul></div>`,
  },
  {
    name: 'documentation in a framework',
    heads: ['plain', 'social'],
    wish: { paragraphs: [6, 16], sentences: [1, 3], among: ['h2', 'h3', 'code', 'ul', 'table', 'ol'] },
    body: (
      c,
    ) => `<div id="__docusaurus"><nav class="navbar navbar--fixed-top">${menu(c)}</nav><div class="main-wrapper docs-wrapper"><div class="docRoot_x"><aside class="theme-doc-sidebar-container"><ul class="theme-doc-sidebar-menu menu__list">${links(c, 24, ({ href, text }) => `<li class="menu__list-item"><a class="menu__link" href="${href}">${text}</a></li>`)}</ul></aside><main class="docMainContainer"><div class="container padding-top--md"><div class="row"><div class="col docItemCol"><div class="docItemContainer"><article><nav class="theme-doc-breadcrumbs"><ul><li><a href="/">Home</a></li><li>Guides</li></ul></nav><span class="theme-doc-version-badge badge">Version: 3.1</span>
      <div class="theme-doc-markdown markdown"><header><h1>${escape(c.title)}</h1></header>${write(c, {
        h2: (b) =>
          `<h2 class="anchor" id="s">${escape(b.text)}<a href="#s" class="hash-link" aria-label="Direct link">\u200b</a></h2>`,
        code: (b) =>
          `<div class="language-js codeBlockContainer theme-code-block"><div class="codeBlockContent"><pre class="prism-code language-js"><code class="codeBlockLines">${b.text
            .split('\n')
            .map(
              (row) =>
                `<span class="token-line"><span class="token keyword">${escape(row)}</span><br></span>`,
            )
            .join('')}</code></pre><div class="buttonGroup"><button>Copy</button></div></div></div>`,
        quote: (b) =>
          `<div class="theme-admonition theme-admonition-note alert alert--secondary"><div class="admonitionHeading">note</div><div class="admonitionContent"><p>${escape(b.text)}</p></div></div>`,
      })}</div>
      <footer class="theme-doc-footer"><div class="theme-doc-footer-tags-row"><b>Tags:</b><ul class="tags"><li><a href="/t">guide</a></li></ul></div><div class="theme-doc-footer-edit-meta-row"><a class="theme-edit-this-page" href="/edit">Edit this page</a><span class="theme-last-updated">Last updated on <time datetime="${c.date}">May 5</time> by <b>${c.author}</b></span></div></footer></article><nav class="pagination-nav"><a class="pagination-nav__link" href="/p"><div class="pagination-nav__sublabel">Previous</div><div>${escape(c.line())}</div></a><a class="pagination-nav__link" href="/n"><div>Next</div><div>${escape(c.line())}</div></a></nav></div></div><div class="col col--3"><div class="tableOfContents thin-scrollbar">${listOfLinks(c, 7, 'table-of-contents')}</div></div></div></div></main></div></div><footer class="footer footer--dark">${footerText(c)}</footer></div>`,
  },
  {
    name: 'manual with sections named by their headings',
    heads: ['bare'],
    wish: { paragraphs: [6, 18], sentences: [1, 4], among: ['h2', 'code', 'ul', 'table'] },
    body: (c) =>
      `<div class="related" role="navigation"><h3>Navigation</h3><ul><li><a href="/genindex">index</a></li><li><a href="/n">next</a> |</li></ul></div><div class="document"><div class="documentwrapper"><div class="bodywrapper"><div class="body" role="main"><section id="subscriptions"><h1>${escape(c.title)}<a class="headerlink" href="#s" title="Link to this heading">¶</a></h1><p class="docinfo">Author: <span class="author" rel="author">${c.author}</span>, <time datetime="${c.date}">${c.date.slice(0, 10)}</time></p>${write(
        c,
        {
          code: (b) =>
            `<div class="highlight-python notranslate"><div class="highlight"><pre><span></span>${b.text
              .split(' ')
              .map((word) => `<span class="n">${escape(word)}</span>`)
              .join(' ')}\n</pre></div></div>`,
          table: ({ rows }) =>
            `<table class="docutils align-default"><tbody>${rows.map((row, at) => `<tr class="row-${at % 2 ? 'even' : 'odd'}">${row.map((cell) => `<td><p>${escape(cell)}</p></td>`).join('')}</tr>`).join('')}</tbody></table>`,
        },
      )}</section></div></div></div><div class="sphinxsidebar" role="navigation"><div class="sphinxsidebarwrapper"><h3>Table of Contents</h3>${listOfLinks(c, 9)}<h4>Previous topic</h4><p><a href="/p">${escape(c.line())}</a></p></div></div></div><div class="footer" role="contentinfo">© Copyright 2024, ${c.site}. Created using a generator.</div>`,
  },
  {
    name: 'release notes',
    heads: ['social'],
    wish: { paragraphs: [3, 8], sentences: [1, 2], among: ['h2', 'h3', 'ul', 'ul', 'code'] },
    body: (
      c,
    ) => `<div class="logged-out env-production"><header class="Header-old">${menu(c)}</header><div class="application-main"><main id="js-repo-pjax-container"><div class="repohead"><nav class="js-repo-nav UnderlineNav">${listOfLinks(c, 6)}</nav></div><div class="repository-content"><nav aria-label="Breadcrumb"><ol><li><a>Releases</a></li><li><a>v3.1</a></li></ol></nav><div class="Box"><div class="Box-body"><div class="d-flex"><h1 class="d-inline mr-3">${escape(c.title)}</h1><span class="Label">Latest</span></div><div class="mb-2"><a class="author" rel="author" href="/u">${c.author}</a> released this <relative-time datetime="${c.date}"></relative-time><time datetime="${c.date}"></time></div>
      <div class="markdown-body my-3">${write(c)}</div></div><div class="Box-footer"><details open><summary>Assets <span>3</span></summary><ul><li><a href="/zip">Source code (zip)</a></li><li><a href="/tar">Source code (tar.gz)</a></li></ul></details><div class="reactions"><button>👍 ${c.random.int(1, 99)}</button><span>${c.random.int(2, 99)} people reacted</span></div></div></div></div></main></div><footer class="footer">${footerText(c)}</footer></div>`,
  },
  {
    name: 'question with answers',
    heads: ['social'],
    wish: { paragraphs: [4, 8], sentences: [1, 3], among: ['code', 'ul'] },
    body: (c) => {
      const half = Math.max(1, Math.floor(c.blocks.length / 2))
      const post = (blocks: typeof c.blocks, kind: string) =>
        `<div class="${kind}" id="${kind}-1" itemscope itemtype="https://schema.org/${kind === 'answer' ? 'Answer' : 'Question'}"><div class="post-layout"><div class="votecell"><div class="js-vote-count">${c.random.int(1, 300)}</div></div><div class="postcell"><div class="s-prose js-post-body" itemprop="text">${write({ ...c, blocks })}</div><div class="post-taglist"><a href="/t" class="post-tag">rivers</a></div><div class="post-menu"><a>Share</a><a>Improve this ${kind}</a><button>Follow</button></div><div class="user-info"><div class="user-action-time">asked <time datetime="${c.date}">May 5</time></div><div class="user-details" itemprop="author"><a href="/u">${c.author}</a></div></div></div></div><div class="comments js-comments-container"><ul class="comments-list">${comments(c, 3, (name, text) => `<li class="comment"><span class="comment-copy">${text}</span> – <a>${name}</a></li>`)}</ul></div></div>`
      return `<header class="s-topbar">${menu(c)}</header><div class="container"><div id="left-sidebar">${listOfLinks(c, 6)}</div><div id="content"><div itemprop="mainEntity"><div id="question-header"><h1 itemprop="name"><a href="/q/1" class="question-hyperlink">${escape(c.title)}</a></h1></div><div class="d-flex">Asked 5 years ago · Viewed ${c.random.int(2, 90)}k times</div><div id="mainbar">${post(c.blocks.slice(0, half), 'question')}<div id="answers"><div id="answers-header"><h2>1 Answer</h2></div>${post(c.blocks.slice(half), 'answer')}</div></div></div><div id="sidebar"><div class="module"><h4>Related</h4>${listOfLinks(c, 10)}</div><div id="hot-network-questions"><h4>Hot Network Questions</h4>${listOfLinks(c, 14)}</div></div></div></div><footer id="footer">${footerText(c)}</footer>`
    },
  },
  {
    name: 'recipe with a story',
    heads: ['plugin', 'full'],
    languages: ['en', 'de'],
    wish: { paragraphs: [6, 12], among: ['figure', 'h2', 'ul', 'ol'] },
    body: (
      c,
    ) => `<div class="site-container"><header class="site-header">${menu(c)}</header><div class="site-inner"><div class="content-sidebar-wrap"><main class="content"><article class="post entry"><header class="entry-header"><h1 class="entry-title">${escape(c.title)}</h1><p class="entry-meta"><time class="entry-time" datetime="${c.date}">May 5</time> ${c.language.site.by} <span class="entry-author">${c.author}</span> <a href="#respond">${c.random.int(3, 90)} Comments</a></p></header><div class="entry-content"><div class="wprm-recipe-snippet"><a href="#recipe">Jump to Recipe</a> <a href="/print">Print Recipe</a></div>
      ${write(c, {}, (at) => (at === 2 ? '<div class="adthrive-ad adthrive-content"><span>Advertisement</span></div>' : at === 5 ? '<div class="wp-block-button is-style-cta"><p class="optin-headline">Want more easy dinners? Sign up for our free newsletter by email!</p></div>' : ''))}</div><footer class="entry-footer"><p>Filed Under: <a href="/c">Dinner</a></p><p>Tagged With: <a href="/t">Soup</a></p></footer></article><div class="related-posts"><h3>You May Also Like</h3>${cards(c, 4, 'rp')}</div><div class="reader-interactions"><h2>Reader Interactions</h2><div class="entry-comments"><h3>Comments</h3><ol class="comment-list">${comments(c, 14, (name, text) => `<li><article><p class="comment-author">${name} says</p><div class="comment-content"><p>${text}</p></div></article></li>`)}</ol></div></div></main><aside class="sidebar sidebar-primary"><section class="widget"><h4>About me</h4><p>${escape(c.line(12, 20))}.</p></section></aside></div></div><footer class="site-footer">${footerText(c)}</footer></div>`,
  },
  {
    name: 'scientific paper',
    heads: ['dublin', 'plain'],
    wish: {
      paragraphs: [12, 26],
      sentences: [3, 7],
      among: ['h2', 'h3', 'figure', 'table', 'ol'],
      hasStandfirst: true,
    },
    body: (c) =>
      `<header class="ltx_page_header">${menu(c)}</header><div class="ltx_page_main"><div class="ltx_page_content"><article class="ltx_document"><h1 class="ltx_title ltx_title_document">${escape(c.title)}</h1><div class="ltx_authors"><span class="ltx_creator ltx_role_author"><span class="ltx_personname">${c.author}</span></span></div><div class="ltx_dates">(<time datetime="${c.date}">${c.date.slice(0, 10)}</time>)</div><div class="ltx_abstract"><h6 class="ltx_title ltx_title_abstract"></h6><p class="ltx_p">${escape(c.standfirst!)}</p></div>${write(c, { p: (b) => `<div class="ltx_para"><p class="ltx_p">${inline(b)}</p></div>`, h2: (b) => `<h2 class="ltx_title ltx_title_section">${escape(b.text)}</h2>`, table: ({ rows }) => `<figure class="ltx_table"><table class="ltx_tabular"><tbody>${rows.map((row) => `<tr class="ltx_tr">${row.map((cell) => `<td class="ltx_td">${escape(cell)}</td>`).join('')}</tr>`).join('')}</tbody></table></figure>` })}</article></div><footer class="ltx_page_footer"><div class="ltx_page_logo">Generated on May 5</div><button>Feedback</button></footer></div>`,
  },
  {
    name: 'tables for layout',
    heads: ['bare', 'plain'],
    languages: ['en', 'fr'],
    wish: { paragraphs: [5, 14], among: ['h3', 'ul'] },
    body: (c) =>
      `<table width="100%" border="0" cellpadding="0"><tr><td colspan="3" bgcolor="#003366"><font color="white" size="5">${c.site}</font></td></tr><tr><td width="150" valign="top" bgcolor="#eeeeee"><font size="2">${links(c, 12, ({ href, text }) => `<a href="${href}">${text}</a><br>`)}</font></td><td valign="top"><table width="600"><tr><td><font face="Arial"><b><font size="5">${escape(c.title)}</font></b><br><i>${c.language.site.by} ${c.author}, <time datetime="${c.date}">${c.date.slice(0, 10)}</time></i><br><br>${write(c, { p: (b) => `${escape(b.text)}<br><br>`, h3: (b) => `<b>${escape(b.text)}</b><br><br>` })}</font></td></tr></table></td><td width="160" valign="top"><table><tr><td><a href="/b"><img src="/banner.gif" width="160" height="600"></a></td></tr><tr><td><font size="1">${links(c, 5, ({ href, text }) => `<a href="${href}">${text}</a><br>`)}</font></td></tr></table></td></tr><tr><td colspan="3"><font size="1">${footerText(c)}</font></td></tr></table>`,
  },
  {
    name: 'authority with a content system',
    heads: ['plain', 'dublin'],
    languages: ['en', 'es', 'fr'],
    wish: { paragraphs: [4, 12], among: ['h2', 'ul', 'table', 'ol'] },
    body: (c) =>
      `<a href="#main-content" class="visually-hidden focusable skip-link">Skip to main content</a><div class="dialog-off-canvas-main-canvas"><header role="banner">${menu(c)}</header><div class="region region-breadcrumb"><nav role="navigation"><ol><li><a href="/">Home</a></li></ol></nav></div><main role="main"><a id="main-content" tabindex="-1"></a><div class="layout-content"><div class="region region-content"><div class="block block-system-main-block"><article class="node node--type-page node--view-mode-full"><h1 class="page-title"><span class="field field--name-title">${escape(c.title)}</span></h1><div class="node__meta">Submitted by <span rel="author">${c.author}</span> on <time datetime="${c.date}">${c.date.slice(0, 10)}</time></div><div class="node__content"><div class="clearfix text-formatted field field--name-body field--type-text-with-summary">${write(c)}</div><div class="field field--name-field-tags"><div class="field__label">Tags</div><div class="field__item"><a href="/t">Water</a></div></div></div></article></div><div class="block-feedback"><h2>Was this page useful?</h2><p>Yes this page is useful No this page is not useful</p><p>Help us improve: don’t include personal or financial information like your National Insurance number.</p></div></div></div><aside class="layout-sidebar-second"><h2>Related content</h2>${listOfLinks(c, 6)}</aside></main><footer class="site-footer">${footerText(c)}</footer></div>`,
  },
  {
    name: 'shop with a blog post',
    heads: ['social'],
    languages: ['en', 'zh'],
    wish: { paragraphs: [4, 9], among: ['h2', 'figure', 'ul'] },
    body: (c) =>
      `<div class="announcement-bar"><p>Free shipping on all orders over $50, this week only!</p></div><div id="shopify-section-header">${menu(c)}</div><main id="MainContent"><article class="article-template"><header class="page-width article-template__title"><h1>${escape(c.title)}</h1><span class="circle-divider caption-with-letter-spacing"><time datetime="${c.date}">${c.date.slice(0, 10)}</time></span><span class="caption-with-letter-spacing">${c.author}</span></header><div class="article-template__content page-width rte">${write(c)}</div><div class="article-template__social-sharing"><share-button>Share<input value="https://x"></share-button></div><div class="article-template__back"><a href="/blog">Back to blog</a></div></article><div class="featured-products"><h2>You may also like</h2>${links(c, 6, ({ href, text, at }) => `<div class="card-product"><a href="${href}"><img src="/p${at}.jpg" width="300" height="300">${text}</a><span class="price">$${at}9.00</span><button>Add to cart</button></div>`)}</div></main><div id="CartDrawer"><p>Your cart is empty</p></div><footer>${footerText(c)}</footer>`,
  },
]
