/**
 * Returns a function that reads a property as its class defines it. The document, and forms, have other properties of the same
 * name when the page has elements with that name.
 */
export function getterOf(sample: object, name: string): (of: object) => unknown {
  const get = accessorOf(sample, name, 'get')
  return (of) => (get ? get.call(of) : (of as Record<string, unknown>)[name])
}

/** Returns a function that sets such a property. */
export function setterOf(sample: object, name: string): (of: object, value: unknown) => void {
  const set = accessorOf(sample, name, 'set')
  return (of, value) => set?.call(of, value)
}

/** Returns the nearest accessor that an object or its prototypes define. */
function accessorOf<Kind extends 'get' | 'set'>(
  sample: object,
  name: string,
  kind: Kind,
): PropertyDescriptor[Kind] {
  for (let owner: object | null = sample; owner; owner = Object.getPrototypeOf(owner) as object | null) {
    const accessor = Object.getOwnPropertyDescriptor(owner, name)?.[kind]
    if (accessor) return accessor
  }
  return undefined
}
