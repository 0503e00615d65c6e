import type { Element } from '../dom.ts'
import { isSame } from './facts.ts'
import { isDataTable } from './keep-blocks.ts'
import { inWords, isNamedByHeading } from './names.ts'
import { linkShare, proseOf, textOf } from './text.ts'

/** Elements that are there to use a page, whatever they are called. */
const CONTROLS = [
  'nav',
  'dialog',
  'menu',
  '[role="navigation"]',
  '[role="banner"]',
  '[role="contentinfo"]',
  '[role="search"]',
  '[role="dialog"]',
  '[role="alertdialog"]',
  '[role="menu"]',
  '[role="menubar"]',
  '[role="toolbar"]',
  '[role="tablist"]',
  '[aria-modal="true"]',
  '[itemtype$="/BreadcrumbList"]',
  '[itemprop~="comment"]',
  '[itemtype$="/Comment"]',
].join()

/** Names of parts that surround an article, as whole words of a class, an id or a mark for tests. */
const NAMES = new RegExp(
  `^(?:(?:.* )?(?:${[
    'breadcrumbs?|pagination|pager|page numbers|paging|post navigation|nav links|nav(?:igation)?|navbar|skip(?: to)?(?: content| link)',
    'sr only|screen reader(?: text| only)?|visually hidden|visuallyhidden|offscreen|noprint|no print|d print none|mw editsection|jump links?|mw jump link|nav ?box(?:es)?',
    'shar(?:e|ing)(?: bar| buttons?| links?| tools?| this| icons?| widget| options| list| container)?|social(?: share| media| links?| icons?| bar| buttons?)?|sharedaddy|addtoany|addthis|a2a kit|follow us',
    'newsletters?(?: .*)?|subscribe(?: .*)?|subscription(?: .*)?|sign ?up(?: .*)?|mailing list|mc embed signup|opt ?in(?: form)?|cta|call to action|donate|donation',
    'related(?: .*)?|recommend(?:ed|ations?)(?: .*)?|recirc(?:ulation)?(?: .*)?|read (?:more|next|also)|more (?:stories|articles|posts|news|from|on)(?: .*)?|see also box|you may (?:also )?like|up next|next up|trending(?: .*)?|most (?:read|popular|viewed)(?: .*)?|popular posts?|also on|teasers?(?: list)?|yarpp|jp relatedposts|outbrain|taboola|zergnet|revcontent|onward|prev next|next prev|adjacent posts',
    'ad|ads|adv|advert|adverts|advertisement|advertising|adsbygoogle|ad (?:slot|unit|container|wrapper|banner|box|label|break|block|space|placeholder|zone)|dfp(?: .*)?|google auto placed|promo|promos?(?: (?:box|block|unit|card))?|sponsored?(?: .*)?|native ad',
    'comments?(?: (?:section|area|list|form|wrapper|container|thread|block|count|link))?|disqus(?: thread)?|respond|replies|reply|livefyre|commentlist|fb comments|giscus|utterances|webmentions?',
    'author (?:bio|box|card|info|profile|about|description|block|details|section|meta|area)|about (?:the )?author|bio|post author|article author|byline|bylines|authors?|contributors?|avatar',
    'cookies?(?: .*)?|gdpr(?: .*)?|consent(?: .*)?|onetrust(?: .*)?|modal|toast|interstitial',
    'sidebar|side bar|rail|right rail|widget area|toc|table of contents|on this page|page toc|toctree wrapper|article toc',
    'tags?(?: (?:list|links|cloud))?|post tags|entry tags|article tags|tagcloud|categories|cat links|filed under|topics(?: list)?|keywords|hash ?tags?',
    'post meta|entry meta|article meta|meta info|post info|dateline|timestamp|post date|entry date|publish(?:ed)? date|pub date|reading time|read time|time to read|posted on|last updated|view count|views count|page views',
    'print (?:button|link)|edit (?:link|page|this page)|feedback|was this helpful|helpful|rating|ratings|star rating|vote|votes|like button|likes|back to top|scroll to top|copyright|site footer|page footer|footer|colophon|masthead|site header|page header|global header',
    'vote cell|votecell|user (?:info|card|details|signature|profile|block)|post signature|postprofile',
  ].join('|')}))$`,
)

/** Names of such parts that are also names of text and code, unless they stand alone or after the name of a place. */
const AMBIGUOUS =
  /^(?:(?:[a-z]|js|site|page|main|primary|secondary|top|bottom|left|right|header|footer|side|sidebar|mobile|desktop|nav|navigation|user|account|social|share|sharing|post|article|entry|blog|author|dropdown|drop down|mega|hamburger|burger|off canvas|language|search|cookie|login|forum|forums|email|exit) )*(?:paywall|cmp|menu|toolbar|popup|pop up|overlay|lightbox|drawer|widgets?|print|report|signature|poster|profile)$/

/** A paragraph of at least this length is text. */
const PARAGRAPH = 80

/** Names that say what an element is for beside the words above. */
const CONTENT = 'article, main, body, [itemprop~="articleBody"]'

/** An element with this share of the text is not there to surround it. */
const MAX_SHARE = 0.4

/** Removes what is around an article, as its elements say by their roles and names. */
export function removeBoilerplate(body: Element, title: string): void {
  const whole = Math.max(1, proseOf(body))
  for (const element of body.querySelectorAll(`${CONTROLS}, [class], [id], footer, aside`)) {
    if (!body.contains(element) || !isBoilerplate(element)) continue
    if (hasTitle(element, title) && !element.matches(CONTROLS)) continue
    if (proseOf(element) / whole < limitFor(element)) element.remove()
  }
}

/** Other titles that are links are those of other pages. */
function hasTitle(element: Element, title: string): boolean {
  return [...element.querySelectorAll('h1')].some(
    (each) => linkShare(each) < 0.5 || isSame(textOf(each), title),
  )
}

/** Comments can be longer than the article. */
function limitFor(element: Element): number {
  return namesOf(element).some((name) => /^comments?\b|disqus|\bcomment ?list\b/.test(name))
    ? 0.85
    : MAX_SHARE
}

function isBoilerplate(element: Element): boolean {
  if (element.matches(CONTROLS)) return true
  if (element.matches(CONTENT)) return false
  const { localName } = element
  if (localName === 'footer') return !element.closest('blockquote, figure')
  if (localName === 'aside') return !isCallout(element)
  if (
    /^(?:a|span|code|pre|table|td|th|tr|tbody|li|h[1-6]|sup|sub|em|strong|b|i|math|cite|time)$/.test(
      localName,
    )
  )
    return isLine(element)
  const names = namesOf(element)
  if (names.some((name) => NAMES.test(name))) return true
  return names.some((name) => AMBIGUOUS.test(name)) && !hasText(element)
}

function hasText(element: Element): boolean {
  if (element.querySelector('pre')) return true
  if ([...element.querySelectorAll('table')].some(isDataTable)) return true
  return [element, ...element.querySelectorAll('p')].some(
    (each) => each.localName === 'p' && textOf(each).length >= PARAGRAPH && linkShare(each) < 0.3,
  )
}

/** Parts of a line, or of a list, need a name that means only one thing. */
function isLine(element: Element): boolean {
  return namesOf(element).some((name) =>
    /^(?:sr only|screen reader text|visually hidden|visuallyhidden|mw editsection|headerlink|header anchor|anchor link|heading anchor|hash link|heading link|permalink|reading time|ad|ads|advert|advertisement|share|social|related|newsletter|tag list|post tags|entry meta|post meta)$/.test(
      name,
    ),
  )
}

const CALLOUT =
  /\b(?:note|tip|hint|info|warning|caution|danger|important|callout|admonition|alert|example|definition|footnotes?|sidenote|box ?text|fact ?box|key ?points|summary|quote)\b/

/** Returns whether an aside is part of the text: a note, not a list of other pages. */
function isCallout(element: Element): boolean {
  if (element.querySelectorAll('a[href]').length > 3 && textOf(element).length < 400) return false
  return (
    namesOf(element).some((name) => CALLOUT.test(name)) ||
    /^doc-(?:footnote|endnotes|tip|example|pullquote)|^note$/.test(element.getAttribute('role') ?? '')
  )
}

/** The part of a name that tells what an element has or lacks, such as `no-sidebar`, and not what it is for. */
const STATE = /(?:^| )(?:no|non|not|has|with|without) (?!print\b).*$/

/** Returns the classes, the id and the mark for tests in words. */
function namesOf(element: Element): string[] {
  const given = [
    ...(element.getAttribute('class') ?? '').split(/\s+/),
    isNamedByHeading(element) ? '' : element.id,
    element.getAttribute('data-testid') ?? '',
    element.getAttribute('data-component') ?? '',
  ]
  return given
    .filter((name) => name.length > 0 && name.length < 60)
    .map((name) => inWords(name).replace(STATE, ''))
}
