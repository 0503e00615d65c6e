const FORM = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:_p[as])?$/i

/** A render's id as it may stand in a path, also with the ending `_ps` or `_pa`; undefined for anything else. */
export function parseRenderId(text: unknown): string | undefined {
  return typeof text === 'string' ? FORM.exec(text)?.[1]?.toLowerCase() : undefined
}
