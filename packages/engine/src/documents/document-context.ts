import type { Body } from '@render/outputs'
import type { PageContext } from '../page-context.ts'

/** The state of a document that is made of the page's content. */
export interface DocumentContext {
  readonly page: PageContext
  /** Set by the stage that reads the page. */
  body: Body
}

export function startDocument(page: PageContext): DocumentContext {
  let body: Body | undefined
  return {
    page,
    get body() {
      if (!body) throw new Error('A stage needs the document before it is read.')
      return body
    },
    set body(made) {
      body = made
    },
  }
}
