import { isElement, type PageElement } from '../page/page-tree.ts'

/** What parts of a page depend on elsewhere in the page. */
export interface Survey {
  /** Links to places of the same page. */
  links: PageElement[]
  /** Elements that links may lead to. */
  places: PageElement[]
  /** Terms, and the description directly after each. */
  descriptions: Map<PageElement, PageElement>
  /** True when scripts hold the sources of formulas. */
  hasMathScripts: boolean
}

export function surveyOf(root: PageElement): Survey {
  const survey: Survey = { links: [], places: [], descriptions: new Map(), hasMathScripts: false }
  const visit = ({ children }: PageElement): void => {
    let last: PageElement | undefined
    for (const child of children) {
      if (!isElement(child)) continue
      const { name, attributes } = child
      if (attributes.id !== undefined || (name === 'a' && attributes.name !== undefined))
        survey.places.push(child)
      if (name === 'a' && attributes.href?.startsWith('#')) survey.links.push(child)
      if (name === 'script' && attributes.type?.startsWith('math/tex')) survey.hasMathScripts = true
      if (name === 'dd' && last?.name === 'dt') survey.descriptions.set(last, child)
      last = child
      visit(child)
    }
  }
  visit(root)
  return survey
}
