/** The order of a list; of rows of one time the one with the greatest id comes first. */
export const LATEST_FIRST = [{ createdAt: 'desc' }, { id: 'desc' }] as const

interface Row {
  createdAt: Date
  id: string
}

/** Which rows come after one in such a list, whether or not that is still in it itself. */
export function isAfter({ createdAt, id }: Row) {
  return { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] }
}
