import { startEgressProxy, type EgressProxy, type EgressProxySettings } from '@render/net'
import { keepForProcess } from '@render/testkit'
import { minerHosts } from '../src/index.ts'

interface TestProxy extends Pick<EgressProxy, 'enter' | 'openTunnel'>, AsyncDisposable {
  /** Undefined on a machine that allows no network namespace. */
  namespace: EgressProxySettings['namespace']
}

/** Starts an egress proxy in a network namespace, or without one on a machine that allows none. */
export async function startTestProxy(settings: Omit<EgressProxySettings, 'namespace'>): Promise<TestProxy> {
  const namespace = { path: process.env.PATH }
  return startEgressProxy({ ...settings, namespace }).then(
    (proxy) => ({ ...proxy, namespace }),
    async () => ({ ...(await startEgressProxy(settings)), namespace: undefined }),
  )
}

let shared: Promise<TestProxy> | undefined
keepForProcess({
  async [Symbol.asyncDispose]() {
    const ending = shared
    shared = undefined
    await (await ending)?.[Symbol.asyncDispose]()
  },
})

/**
 * Returns the egress proxy that the test files of this process share: to start one takes half a second of CPU time. It allows
 * 127.0.1.0/24 and public addresses. Tests that stop a proxy or change its settings start their own.
 */
export function shareTestProxy(): Promise<TestProxy> {
  return (shared ??= minerHosts().then((forbidden) => startTestProxy({ allow: ALLOWED, forbidden })))
}

/** The local addresses that test engines may reach. */
export const ALLOWED = ['127.0.1.0/24']
