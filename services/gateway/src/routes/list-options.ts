import type { Route } from '@render/http'
import { groups, type Option } from '@render/options'

/** Every option that a render takes. */
export function listOptions(): Route {
  const options = Object.entries(groups).flatMap(([group, rows]) =>
    Object.entries<Option<unknown>>(rows).map(([name, row]) => describe(name, group, row)),
  )
  return {
    name: 'list-options',
    paths: ['/v1/options'],
    handlers: { get: [(_req, res) => void res.json({ options })] },
  }
}

function describe(name: string, group: string, row: Option<unknown>) {
  const { kind, unit, default: value, schema, description } = row
  return { name, group, kind, unit, default: value, values: schema.enum, description }
}
