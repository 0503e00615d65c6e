import type { Challenge } from '../../failure/challenge.ts'

declare const document: {
  title: string
  body: { innerText: string } | null
  querySelector(selector: string): object | null
  querySelectorAll(selector: string): ArrayLike<PageElement> & Iterable<PageElement>
}

interface PageElement {
  checkVisibility(options: { visibilityProperty: boolean }): boolean
}

/** Returns the name of the challenge that the page shows; null when it shows none. */
export function findChallenge(challenges: Challenge[]): string | null {
  /** A page with more letters or links than this, or with a field to fill in, has content of its own. */
  const FEW = { letters: 600, links: 10 }
  const FIELDS =
    'textarea, select, input:not([type=hidden], [type=submit], [type=button], [type=image], [type=checkbox])'

  const isSeen = (selector: string): boolean =>
    [...document.querySelectorAll(selector)].some((each) =>
      each.checkVisibility({ visibilityProperty: true }),
    )
  const title = document.title.trim().toLowerCase()
  const isBare =
    (document.body?.innerText ?? '').replaceAll(/\s+/g, ' ').length < FEW.letters &&
    document.querySelectorAll('a[href]').length < FEW.links &&
    !isSeen(FIELDS)
  const found = challenges.find(({ marks, titles = [], isWidget }) =>
    isWidget
      ? isBare && marks.some(isSeen)
      : titles.includes(title) || marks.some((mark) => document.querySelector(mark) !== null),
  )
  return found?.name ?? null
}
