import { everyText, readJsonText } from './json-text.ts'
import { row, type Option, type Settings } from './option.ts'

type SchemaValue = string | string[] | Record<string, unknown>

/** A JSON Schema as an object or its text, a list of strings, or one string. */
export function jsonSchema(
  description: string,
  settings: Settings<undefined> & { maxBytes: number },
): Option<SchemaValue> {
  return row<SchemaValue, undefined>(
    {
      kind: 'schema',
      description,
      expects: `an object, a list of strings, or a string of at most ${settings.maxBytes} bytes`,
      schema: {
        type: ['object', 'array', 'string'],
        items: { type: 'string', noNul: true },
        maxBytes: settings.maxBytes,
        noNul: true,
      },
      coerce(raw, { path, reject }) {
        const value = typeof raw === 'string' ? readJsonText(raw) : raw
        if (typeof value === 'string' && value.trimStart().startsWith('{'))
          reject(path, 'must be valid JSON, with harmless keys, and at most 10000 values in 32 levels')
        const isObject = typeof value === 'object' && value !== null
        if (isObject && !everyText(value, (text) => !text.includes('\0')))
          reject(path, 'must have at most 10000 values in 32 levels, and contain no NUL')
        else if (isObject && Buffer.byteLength(JSON.stringify(value)) > settings.maxBytes)
          reject(path, `must be at most ${settings.maxBytes} bytes of JSON`)
        return value
      },
    },
    settings,
  )
}
