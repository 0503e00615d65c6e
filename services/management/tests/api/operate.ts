import { listen } from '@render/http'
import { createInternalApp } from '../../src/internal/internal-app.ts'
import type { Api } from './use-api.ts'

/** Sends a request to the internal API as an operator. */
export async function operate(
  { context }: Api,
  path: string,
  change?: object,
  { token = context.tokens.operator[0]!, method = change ? 'PATCH' : 'GET' } = {},
): Promise<Response> {
  const app = createInternalApp(context, (_req, _res, next) => next())
  await using internal = await listen(app, { host: '127.0.0.1', port: 0 })
  return await fetch(`http://127.0.0.1:${internal.port}/internal/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(change && { body: JSON.stringify(change) }),
  })
}
