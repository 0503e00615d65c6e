// Orders of lists; of rows of one time the ids decide.

export const OLDEST_FIRST = [{ createdAt: 'asc' }, { id: 'asc' }] as const

export const LATEST_FIRST = [{ createdAt: 'desc' }, { id: 'desc' }] as const

/** What of the rows is shown, and the id to go on after. One row more than the limit tells that there are others. */
export function cutList<T extends { id: string }>(
  rows: T[],
  limit: number,
): { shown: T[]; next: string | null } {
  const shown = rows.slice(0, limit)
  return { shown, next: rows.length > limit ? shown.at(-1)!.id : null }
}

interface Row {
  createdAt: Date
  id: string
}

/** Which rows come after one in a list with the latest first, whether or not that is still in it itself. */
export function isAfter({ createdAt, id }: Row) {
  return { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] }
}
