import type { Route } from '@render/http'
import type { GatewayContext } from '../context.ts'

/** Tells a client, or a curious person, that it has come to the right place. */
export function welcome({ urls }: Pick<GatewayContext, 'urls'>): Route {
  const body = { service: 'render', apiUrl: `${urls.public}/v1`, optionsUrl: `${urls.public}/v1/options` }
  return { name: 'welcome', paths: ['/'], handlers: { get: [(_req, res) => void res.json(body)] } }
}
