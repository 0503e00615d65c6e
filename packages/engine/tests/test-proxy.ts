import { startEgressProxy, type EgressProxy, type EgressProxySettings } from '@render/net'

/** Starts an egress proxy in a network namespace, or without one on a machine that allows none. */
export function startTestProxy(settings: Omit<EgressProxySettings, 'namespace'>): Promise<EgressProxy> {
  const namespace = { path: process.env.PATH }
  return startEgressProxy({ ...settings, namespace }).catch(() => startEgressProxy(settings))
}
