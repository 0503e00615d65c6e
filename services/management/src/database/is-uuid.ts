const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns whether a text is a UUID, as ids of renders, batches and events are. Postgres rejects queries with other values. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}
