const PATTERN = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:_p[as])?$/i

/** Reads a render's id from a path, with or without the suffix `_ps` or `_pa`; returns undefined for any other text. */
export function parseRenderId(text: unknown): string | undefined {
  return typeof text === 'string' ? PATTERN.exec(text)?.[1]?.toLowerCase() : undefined
}
