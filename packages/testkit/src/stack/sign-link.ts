import { createHmac } from 'node:crypto'

export interface LinkKeys {
  publishableKey: string
  secretKey: string
}

/** Returns the path of a signed link; `query` is an encoded query, or the options of one. */
export function signLink(
  { publishableKey, secretKey }: LinkKeys,
  query: string | Record<string, string>,
  { format = 'png', hash = 'sha256' }: { format?: string; hash?: string } = {},
): string {
  const raw = typeof query === 'string' ? query : new URLSearchParams(query).toString()
  const token = createHmac(hash, secretKey).update(raw).digest('hex')
  return `/v1/${publishableKey}/${token}/${format}?${raw}`
}
