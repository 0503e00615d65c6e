import type { Document, Node } from '../dom.ts'
import { getterOf } from './getter-of.ts'

/** Reads nodes of a page by the browser's own getters, which fields of its forms do not hide. */
export interface NodeReader {
  typeOf: (node: Node) => number
  nameOf: (node: Node) => string
  childrenOf: (node: Node) => Node[]
}

/** Creates a reader, with the getters of a document without anything. */
export function createNodeReader({ body }: Document): NodeReader {
  const typeOf = getterOf(body, 'nodeType') as NodeReader['typeOf']
  const nameOf = getterOf(body, 'localName') as NodeReader['nameOf']
  const firstChildOf = getterOf(body, 'firstChild') as (of: Node) => Node | null
  const nextSiblingOf = getterOf(body, 'nextSibling') as (of: Node) => Node | null
  return {
    typeOf,
    nameOf,
    childrenOf(node) {
      const children: Node[] = []
      for (let child = firstChildOf(node); child; child = nextSiblingOf(child)) children.push(child)
      return children
    },
  }
}
