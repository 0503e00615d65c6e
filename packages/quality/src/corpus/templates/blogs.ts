import { cards, comments, escape, footerText, links, listOfLinks, menu, write } from '../markup.ts'
import type { Template } from '../template.ts'

const day = (date: string): string =>
  new Date(date).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })

export const blogs: Template[] = [
  {
    name: 'blog with widgets',
    heads: ['plugin', 'social'],
    languages: ['en', 'de', 'es'],
    wish: { paragraphs: [5, 14], among: ['h2', 'ul', 'figure', 'quote'] },
    bodyNames: 'post-template-default single single-post has-sidebar',
    body: (
      c,
    ) => `<div id="page" class="hfeed site"><header id="masthead" class="site-header"><p class="site-title"><a href="/">${c.site}</a></p>
      <nav id="site-navigation" class="main-navigation">${menu(c)}</nav></header><div id="content" class="site-content"><div id="primary" class="content-area"><main id="main" class="site-main">
      <article class="post type-post status-publish hentry category-news"><header class="entry-header"><h1 class="entry-title">${escape(c.title)}</h1>
      <div class="entry-meta"><span class="posted-on"><time class="entry-date published" datetime="${c.date}">${day(c.date)}</time></span> <span class="byline">${c.language.site.by} <span class="author vcard"><a class="url fn n" rel="author" href="/author/a">${c.author}</a></span></span></div></header>
      <div class="entry-content">${write(c)}<div class="sharedaddy sd-sharing-enabled"><h3 class="sd-title">${c.language.site.share}</h3><ul><li><a href="?share=x">X</a></li><li><a href="?share=facebook">Facebook</a></li></ul></div>
      <div id="jp-relatedposts" class="jp-relatedposts"><h3 class="jp-relatedposts-headline"><em>${c.language.site.related}</em></h3>${cards(c, 3, 'jp-relatedposts-post')}</div></div>
      <footer class="entry-footer"><span class="cat-links"><a href="/c">News</a></span><span class="tags-links">${c.language.site.tags} <a href="/t/a">river</a>, <a href="/t/b">bridge</a></span></footer></article>
      <nav class="navigation post-navigation"><h2 class="screen-reader-text">Post navigation</h2>${listOfLinks(c, 2, 'nav-links')}</nav>
      <div id="comments" class="comments-area"><h2 class="comments-title">${c.language.site.comments}</h2><ol class="comment-list">${comments(c, c.random.int(0, 14), (name, text) => `<li class="comment"><article class="comment-body"><b class="fn">${name}</b><div class="comment-content"><p>${text}</p></div></article></li>`)}</ol>
      <div id="respond" class="comment-respond"><h3>Leave a Reply</h3><form><p>Your email address will not be published. Required fields are marked *</p><textarea></textarea></form></div></div></main></div>
      <aside id="secondary" class="widget-area"><section class="widget widget_recent_entries"><h2 class="widget-title">Recent Posts</h2>${listOfLinks(c, 6)}</section><section class="widget"><h2>Archives</h2>${listOfLinks(c, 12)}</section></aside></div>
      <footer id="colophon" class="site-footer">${footerText(c)}</footer></div>`,
  },
  {
    name: 'publishing platform with a call to subscribe',
    heads: ['full', 'twitter'],
    languages: ['en', 'fr'],
    wish: { paragraphs: [6, 16], among: ['h2', 'figure', 'quote', 'ol'], hasStandfirst: true },
    body: (
      c,
    ) => `<div class="viewport"><header class="gh-head"><nav class="gh-head-menu">${menu(c)}</nav></header><main class="gh-main"><article class="gh-article post"><header class="gh-article-header gh-canvas">
      <a class="gh-article-tag" href="/tag/news/">News</a><h1 class="gh-article-title">${escape(c.title)}</h1><p class="gh-article-excerpt">${escape(c.standfirst!)}</p>
      <div class="gh-article-meta"><h4 class="gh-author-name"><a href="/author/x">${c.author}</a></h4><div class="gh-article-meta-content"><time class="gh-article-meta-date" datetime="${c.date.slice(0, 10)}">${day(c.date)}</time><span class="gh-article-meta-length"><span class="bull">—</span> ${c.random.int(2, 14)} min read</span></div></div>
      <figure class="gh-article-image"><img src="${c.image}" width="1200" height="600"></figure></header>
      <section class="gh-content gh-canvas">${write(c, { figure: ({ image, caption }) => `<figure class="kg-card kg-image-card kg-card-hascaption"><img src="${image}" class="kg-image" loading="lazy" width="1000" height="600"><figcaption>${escape(caption)}</figcaption></figure>` })}</section></article>
      <section class="footer-cta gh-canvas"><h2 class="footer-cta-title">${c.language.site.newsletter}</h2><a class="footer-cta-button" href="#/portal">Enter your email</a></section>
      <div class="read-next gh-canvas"><h3 class="read-next-title">Read next</h3><div class="gh-feed">${cards(c, 3, 'gh-card post')}</div></div></main><footer class="gh-foot">${footerText(c)}</footer></div>`,
  },
  {
    name: 'hashed class names with buttons around the text',
    heads: ['full'],
    languages: ['en', 'es', 'zh'],
    wish: { paragraphs: [6, 18], among: ['h2', 'figure', 'quote', 'code'] },
    body: (
      c,
    ) => `<div id="root"><div class="a b c"><div class="d e"><a href="/">Open in app</a><button>Sign up</button><a href="/signin">Sign in</a></div><article><div class="l"><section><div class="fr fs ft"><h1 id="1f" class="pw-post-title gz ha">${escape(c.title)}</h1>
      <div class="speechify-ignore ab co"><div class="hi"><a href="/@a"><img src="/avatar.jpg" width="44" height="44"></a><div class="bn"><p class="be b"><a href="/@a">${c.author}</a></p><span>·</span><p><button>Follow</button></p></div><div><span>${c.random.int(3, 12)} min read</span> · <span data-testid="storyPublishDate">${day(c.date)}</span></div></div><div class="ab q"><button>${c.random.int(20, 900)}</button><button>${c.random.int(1, 40)}</button><button>Listen</button><button>Share</button></div></div>
      ${write(c, { p: (b) => `<p class="pw-post-body-paragraph mb mc">${escape(b.text)}</p>`, figure: (b) => `<figure class="my mz"><div role="button" tabindex="0"><picture><source srcset="${b.image} 640w"><img alt="" class="bh" width="700" height="394" src="${b.image}"></picture></div><figcaption class="nf ng">${escape(b.caption)}</figcaption></figure>` })}</div></section></div></article>
      <div class="ox oy"><div><a href="/tag/a">Rivers</a><a href="/tag/b">Engineering</a><a href="/tag/c">Towns</a></div><div class="pk"><h2>Written by ${c.author}</h2><span>${c.random.int(100, 9999)} followers</span><p>${escape(c.line())}.</p><button>Follow</button></div></div>
      <div class="qa qb"><h2>More from ${c.author} and ${c.site}</h2>${cards(c, 4, 'qd qe qf')}<h2>Recommended from our readers</h2>${cards(c, 6, 'qd qe qg')}<a href="/all">See more recommendations</a></div><div class="zz"><a href="/help">Help</a><a href="/status">Status</a><a href="/about">About</a></div></div></div>`,
  },
  {
    name: 'newsletter with forms in the text',
    heads: ['full', 'social'],
    wish: { paragraphs: [6, 16], among: ['h2', 'quote', 'ul', 'figure'], hasStandfirst: true },
    body: (
      c,
    ) => `<div id="entry"><div class="main-menu"><nav>${menu(c)}</nav></div><div id="main" class="main"><div class="single-post-container"><div class="single-post"><article class="typography newsletter-post post"><div class="post-header"><h1 class="post-title published">${escape(c.title)}</h1><h3 class="subtitle">${escape(c.standfirst!)}</h3>
      <div class="byline-wrapper"><a href="/@a" class="profile-hover">${c.author}</a><div class="meta">${day(c.date)}</div></div><div class="post-ufi"><a class="like-button">${c.random.int(5, 300)}</a><a class="post-ufi-comment-button">${c.random.int(1, 40)}</a><a>Share</a></div></div>
      <div class="available-content"><div dir="auto" class="body markup">${write(c, {}, (at) => (at === 3 ? `<div class="subscription-widget-wrap-editor"><div class="subscription-widget"><div class="preamble"><p class="cta-caption">Thanks for reading ${c.site}! Subscribe for free to receive new posts and support my work.</p></div><form><input type="email" placeholder="Type your email…"><input type="submit" value="Subscribe"></form></div></div>` : at === 7 ? '<p class="button-wrapper"><a class="button primary" href="/share"><span>Share</span></a></p>' : ''))}</div></div>
      <div class="visibility-check"></div><div class="post-footer">${c.language.site.share}</div></article></div></div><div class="comments-page"><h4>Discussion about this post</h4>${comments(c, 5, (name, text) => `<div class="comment"><a>${name}</a><div class="comment-body"><p>${text}</p></div><a>Reply</a></div>`)}</div><div class="portable-archive"><div class="portable-archive-list">${cards(c, 4, 'post-preview')}</div></div></div><div class="footer-wrap">${footerText(c)}</div></div>`,
  },
  {
    name: 'old blog with line breaks instead of paragraphs',
    heads: ['bare', 'plain'],
    languages: ['en', 'ja'],
    wish: { paragraphs: [4, 12] },
    body: (
      c,
    ) => `<div class="content"><div class="header-outer"><h2 class="title"><a href="/">${c.site}</a></h2></div><div class="main-outer"><div class="columns"><div id="main" class="main section"><div class="widget Blog"><div class="blog-posts hfeed"><h2 class="date-header"><span>${day(c.date)}</span></h2><div class="post hentry"><h3 class="post-title entry-title">${escape(c.title)}</h3>
      <div class="post-body entry-content">${write(c, { p: (b) => `${escape(b.text)}<br /><br />` })}<div style="clear: both;"></div></div><div class="post-footer"><span class="post-author vcard">Posted by <span class="fn" itemprop="author">${c.author}</span></span> <abbr class="published" itemprop="datePublished" title="${c.date}">${c.date.slice(11, 16)}</abbr><div class="post-share-buttons"><a href="#">Email This</a><a href="#">BlogThis!</a><a href="#">Share to X</a></div></div></div></div><div class="comments" id="comments"><h4>${c.language.site.comments}</h4><dl>${comments(c, 4, (name, text) => `<dt>${name} said...</dt><dd><p>${text}</p></dd>`)}</dl></div><div class="blog-pager"><a href="/n">Newer Post</a><a href="/o">Older Post</a></div></div></div>
      <div id="sidebar" class="sidebar section"><div class="widget BlogArchive"><h2>Blog Archive</h2>${listOfLinks(c, 15)}</div><div class="widget Profile"><h2>About Me</h2><p>${escape(c.line(10, 20))}.</p></div></div></div></div></div>`,
  },
  {
    name: 'bare page of a person',
    heads: ['bare'],
    wish: { paragraphs: [8, 30], among: ['h3', 'ul', 'code', 'quote', 'table'] },
    body: (c) =>
      `<strong><a href="/">${c.site}</a></strong><hr><h1>${escape(c.title)}</h1><i>${c.language.site.by} ${c.author}, <time datetime="${c.date}">${day(c.date)}</time></i>${write(c)}<hr><p><a href="/prev">← ${escape(c.line())}</a> <a href="/all">Archive</a> <a href="/next">${escape(c.line())} →</a></p>`,
  },
  {
    name: 'utility class names',
    heads: ['social', 'twitter'],
    languages: ['en', 'de', 'fr'],
    wish: { paragraphs: [5, 14], among: ['h2', 'code', 'ul', 'figure'] },
    body: (
      c,
    ) => `<div class="min-h-screen bg-white dark:bg-gray-900"><div class="sticky top-0 flex items-center justify-between px-4"><a class="font-bold text-xl" href="/">${c.site}</a><div class="flex gap-6">${links(c, 4, ({ href, text }) => `<a class="text-sm hover:underline" href="${href}">${text.slice(0, 12)}</a>`)}</div></div>
      <div class="mx-auto max-w-3xl px-4 py-10"><div class="mb-8"><div class="flex gap-2"><span class="rounded-full bg-blue-100 px-3 text-xs">Engineering</span><span class="rounded-full bg-blue-100 px-3 text-xs">Rivers</span></div><h1 class="mt-4 text-4xl font-extrabold tracking-tight">${escape(c.title)}</h1><div class="mt-4 flex items-center gap-3"><img class="h-10 w-10 rounded-full" src="/a.png" width="40" height="40"><div><p class="font-medium">${c.author}</p><p class="text-sm text-gray-500"><time datetime="${c.date}">${day(c.date)}</time> · ${c.random.int(3, 12)} min read</p></div></div></div>
      <div class="prose prose-lg max-w-none">${write(c, {
        code: (b) =>
          `<div class="relative group"><button class="absolute right-2 top-2">Copy</button><pre class="language-js"><code class="language-js">${b.text
            .split('\n')
            .map((row) => `<span class="token-line">${escape(row)}\n</span>`)
            .join('')}</code></pre></div>`,
      })}</div>
      <div class="mt-16 rounded-xl bg-gray-100 p-8"><h3 class="text-2xl">Stay in the loop</h3><p class="mt-2">${c.language.site.newsletter}.</p><form class="mt-4 flex"><input class="flex-1" placeholder="you@example.com"><button>Subscribe</button></form></div>
      <div class="mt-12"><h3 class="text-xl font-bold">${c.language.site.related}</h3><div class="grid grid-cols-2 gap-6">${cards(c, 4, 'rounded-lg border p-4')}</div></div></div><div class="border-t py-8 text-center text-sm">${footerText(c)}</div></div>`,
  },
  {
    name: 'site builder with nested boxes',
    heads: ['social', 'bare'],
    languages: ['en', 'es'],
    wish: { paragraphs: [4, 10], among: ['figure', 'h3'] },
    body: (
      c,
    ) => `<div id="SITE_CONTAINER"><div id="main_MF"><div id="masterPage"><div id="SITE_HEADER">${menu(c)}</div><div id="PAGES_CONTAINER"><div id="Containerx1"><div data-testid="inline-content"><div data-mesh-id="x"><section class="wixui-section"><div data-testid="columns"><div><div data-hook="post-page"><div class="Kv1w"><div data-hook="post-header"><span data-hook="user-name">${c.author}</span><span data-hook="time-ago">${day(c.date)}</span><span data-hook="time-to-read">${c.random.int(2, 9)} min read</span></div><h1 data-hook="post-title"><span>${escape(c.title)}</span></h1>
      <div data-hook="post-description"><div class="fTEXDR"><div class="rich-content-wrapper">${write(c, { p: (b) => `<div class="mFCQX"><div class="_2PHJq"><span><span style="font-size:18px">${escape(b.text)}</span></span></div></div>` })}</div></div></div><div data-hook="post-main-actions"><div><a>Share on Facebook</a><a>Share on X</a></div><div><span>${c.random.int(10, 400)} views</span><span>${c.random.int(0, 9)} comments</span></div></div></div></div></div></div></section></div>
      <div data-hook="recent-posts"><div><p>Recent Posts</p><a href="/blog">See All</a></div>${cards(c, 3, 'bD0v')}</div></div></div></div><div id="SITE_FOOTER">${footerText(c)}</div></div></div></div>`,
  },
]
