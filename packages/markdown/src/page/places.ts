import type { PageElement } from './page-tree.ts'

/** Lists the names by which links can lead to an element. */
export function namesOf({ attributes: { id, name } }: PageElement): string[] {
  return [id, name].flatMap((each) => each || [])
}

/** Returns the name of the place of the same page that a link leads to; empty where it leads to none. */
export function targetOf({ attributes: { href = '' } }: PageElement): string {
  return href.startsWith('#') ? decoded(href.slice(1)) : ''
}

/** Returns the name that a fragment stands for. */
export function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
