// Orders of lists. Rows with the same time are ordered by id.

export const OLDEST_FIRST = [{ createdAt: 'asc' }, { id: 'asc' }] as const

export const LATEST_FIRST = [{ createdAt: 'desc' }, { id: 'desc' }] as const

/** Cuts rows to one page and returns the cursor of the next. Read `limit + 1` rows, so that a next page shows. */
export function pageOf<T extends { id: string }>(
  rows: T[],
  limit: number,
): { page: T[]; next: string | null } {
  const page = rows.slice(0, limit)
  return { page, next: rows.length > limit ? page.at(-1)!.id : null }
}

/**
 * Returns the condition for rows after a given one, latest first. The given row may already be deleted. Its first part says
 * nothing more, but bounds what Postgres reads of an index.
 */
export function whereAfter({ createdAt, id }: { createdAt: Date; id: string }) {
  const exact = [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }]
  return { AND: [{ createdAt: { lte: createdAt } }, { OR: exact }] }
}
