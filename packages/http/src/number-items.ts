const NUMBERED = /^([^[\]]+)\[(\d+)\]/
const UNNUMBERED = /^([^[\]]+)\[\](\[.*)$/s

/** The item that the next name with empty brackets may continue. */
interface Item {
  number: number
  members: Set<string>
  last?: string
}

/**
 * Numbers the items in names such as `list[][member]`, with which Rails and others write lists of objects. A member that the
 * item has already begins the next item, as in Rack; `list[][member][]` may follow itself. Items that were sent with numbers
 * come first.
 */
export function numberItems(names: string[]): string[] {
  const items = new Map<string, Item>()
  for (const name of names) {
    const [, list = '', sent] = NUMBERED.exec(name) ?? []
    if (sent === undefined) continue
    const number = Math.max(Number(sent) + 1, items.get(list)?.number ?? 0)
    items.set(list, { number, members: new Set() })
  }
  return names.map((name) => {
    const [, list, path] = UNNUMBERED.exec(name) ?? []
    if (list === undefined || path === undefined) return name
    const item = continued(items.get(list) ?? { number: 0, members: new Set() }, memberOf(path))
    items.set(list, item)
    return `${list}[${item.number}]${path}`
  })
}

function continued({ number, members, last }: Item, member: string): Item {
  const isRepeated = members.has(member) && !(member === last && member.endsWith('[]'))
  if (isRepeated) return { number: number + 1, members: new Set([member]), last: member }
  return { number, members: members.add(member), last: member }
}

/** Returns a path up to its first empty brackets, which name a list. */
function memberOf(path: string): string {
  const end = path.indexOf('[]')
  return end < 0 ? path : path.slice(0, end + 2)
}
