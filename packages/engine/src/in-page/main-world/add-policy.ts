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
 * Adds a content security policy to those of the document. The element is removed at once, because the policy stays in
 * effect without it. Documents and workers that have no address of their own inherit the policy.
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
