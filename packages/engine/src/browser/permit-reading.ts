import type { Held } from './intercept.ts'

type Header = { name: string; value: string }

/** An answer's headers, so that any page may read it. */
export function permitReading({ request }: Pick<Held, 'request'>, headers: readonly Header[]): Header[] {
  const kept = headers.filter(({ name }) => !/^access-control-/i.test(name))
  const origin = Object.entries(request.headers).find(([name]) => name.toLowerCase() === 'origin')?.[1]
  return [
    ...kept,
    { name: 'Access-Control-Allow-Origin', value: origin ?? '*' },
    ...(origin === undefined ? [] : [{ name: 'Access-Control-Allow-Credentials', value: 'true' }]),
    { name: 'Access-Control-Expose-Headers', value: kept.map(({ name }) => name).join(', ') },
  ]
}
