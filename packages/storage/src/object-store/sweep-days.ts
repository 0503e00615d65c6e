import { isArtefactKey } from '../artefact-key.ts'
import type { ObjectPage } from './objects.ts'

/** The parts of a store that a sweep uses. Names are without the prefix of the store: those of artefacts are their keys. */
interface SweptStore {
  list: (from: string | undefined) => Promise<ObjectPage>
  remove: (key: string) => Promise<void>
}

/** Bounds the requests at a time. */
const MAX_CONCURRENT = 16

/**
 * Removes the artefacts of all days before a day (`YYYY-MM-DD`) and returns their number. Reads the names in their order,
 * which begins with the oldest day, up to that day. Other objects stay.
 */
export async function sweepDays({ list, remove }: SweptStore, before: string): Promise<number> {
  const bound = before.replaceAll('-', '/')
  let removed = 0
  let page: ObjectPage = { names: [] }
  do {
    page = await list(page.next)
    const keys = page.names.filter((name) => name < bound && isArtefactKey(name))
    for (let at = 0; at < keys.length; at += MAX_CONCURRENT)
      await Promise.all(keys.slice(at, at + MAX_CONCURRENT).map(remove))
    removed += keys.length
  } while (page.next !== undefined && page.names.every((name) => name < bound))
  return removed
}
