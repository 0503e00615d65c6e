/**
 * Returns a function that reads a property as its class defines it. The document, and forms, have other properties of the same
 * name when the page has elements with that name.
 */
export function getterOf(sample: object, name: string): (of: object) => unknown {
  for (let owner: object | null = sample; owner; owner = Object.getPrototypeOf(owner) as object | null) {
    const property = Object.getOwnPropertyDescriptor(owner, name)
    if (property?.get) return (of) => property.get!.call(of)
  }
  return (of) => (of as Record<string, unknown>)[name]
}

/** Returns a function that sets such a property. */
export function setterOf(sample: object, name: string): (of: object, value: unknown) => void {
  for (let owner: object | null = sample; owner; owner = Object.getPrototypeOf(owner) as object | null) {
    const property = Object.getOwnPropertyDescriptor(owner, name)
    if (property?.set) return (of, value) => property.set!.call(of, value)
  }
  return () => undefined
}
