import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import type { PageContent, Token } from '@render/markdown'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

const UNSEEN = new Set(['script', 'style', 'template', 'noscript', 'head'])

/** Reads markup as a page without styles, for tests: all of it is seen that the browser's own style sheet shows. */
export function contentOfHtml(html: string, base?: string): PageContent {
  const document = parse(html)
  const root = document.childNodes.find(isElement)!
  const [head, body] = root.childNodes.filter(isElement)
  const tokens: Token[] = []
  for (const node of body!.childNodes) add(node)
  return { base, head: { meta: [], ...headOf(head!.childNodes) }, tokens }

  function add(node: Node): void {
    if ('value' in node) return void tokens.push(node.value)
    if (!isElement(node)) return
    const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]))
    const isMath = node.tagName === 'script' && attributes.type?.startsWith('math/tex')
    if ((UNSEEN.has(node.tagName) && !isMath) || 'hidden' in attributes) return
    tokens.push([node.tagName, attributes])
    for (const child of node.childNodes) add(child)
    tokens.push(0)
  }
}

function headOf(nodes: readonly Node[]): Partial<PageContent['head']> {
  const elements = nodes.filter(isElement)
  const title = elements.find(({ tagName }) => tagName === 'title')?.childNodes[0]
  const attribute = (element: Element, name: string) =>
    element.attrs.find((each) => each.name === name)?.value
  const meta = elements.flatMap((element): [string, string][] => {
    const name = attribute(element, 'name') ?? attribute(element, 'property')
    return element.tagName === 'meta' && name ? [[name, attribute(element, 'content') ?? '']] : []
  })
  return { title: title && 'value' in title ? title.value : undefined, meta }
}

function isElement(node: Node): node is Element {
  return 'tagName' in node
}
