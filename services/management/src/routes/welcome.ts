import type { Route } from '@render/http'

/** Tells a client, or a curious person, that it has come to the right place. */
export function welcome(publicUrl: string): Route {
  const body = { service: 'management', apiUrl: `${publicUrl}/v2` }
  return { name: 'welcome', paths: ['/'], handlers: { get: [(_req, res) => void res.json(body)] } }
}
