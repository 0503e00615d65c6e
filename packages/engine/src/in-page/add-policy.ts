// Serialised into every document before its own scripts: no imports, no closures.

interface Element {
  append(child: Element): void
  remove(): void
  httpEquiv?: string
  content?: string
}
declare const document: {
  readonly documentElement: Element | null
  append(child: Element): void
  createElementNS(namespace: string, name: string): Element
}

/**
 * Gives the document a content security policy beside its own. The element that says so need not stay, and the policy is
 * inherited by documents and workers that have no address of their own.
 */
export function addPolicy(policy: string): void {
  const create = (name: string) => document.createElementNS('http://www.w3.org/1999/xhtml', name)
  const [root, head, meta] = [create('html'), create('head'), create('meta')]
  meta.httpEquiv = 'Content-Security-Policy'
  meta.content = policy
  head.append(meta)
  if (document.documentElement) {
    document.documentElement.append(head)
    head.remove()
  } else {
    root.append(head)
    document.append(root)
    root.remove()
  }
}
