import type { Route } from '@render/http'

/** Tells that the service is alive; whether it can work stands on the internal listener. */
export const getHealth: Route = {
  name: 'health',
  paths: ['/health'],
  handlers: { get: [(_req, res) => void res.json({ status: 'ok' })] },
}
