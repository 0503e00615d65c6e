// Orders of lists; of rows of one time the ids decide.

export const OLDEST_FIRST = [{ createdAt: 'asc' }, { id: 'asc' }] as const

export const LATEST_FIRST = [{ createdAt: 'desc' }, { id: 'desc' }] as const

interface Row {
  createdAt: Date
  id: string
}

/** Which rows come after one in a list with the latest first, whether or not that is still in it itself. */
export function isAfter({ createdAt, id }: Row) {
  return { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] }
}
