/** What a service's configuration tells of the listeners of ours. */
interface Known {
  /** `host:port` each, as the operator names them. */
  named: readonly string[]
  /** Where this process listens itself. */
  here: readonly { host: string; port: number }[]
  /** Addresses of services of ours that this process talks to. */
  asked: readonly string[]
}

const DEFAULT_PORTS: Record<string, string> = {
  'http:': '80',
  'https:': '443',
  'redis:': '6379',
  'rediss:': '6379',
  'postgres:': '5432',
  'postgresql:': '5432',
}

/** `host:port` of everything of ours that a configuration knows of, as `createEgress` takes it. */
export function knownListeners({ named, here, asked }: Known): string[] {
  return [
    ...named,
    ...here.map(({ host, port }) => `${host}:${port}`),
    ...asked.map(listenerOf).filter((entry) => entry !== undefined),
  ]
}

/** Undefined for a socket's path. */
function listenerOf(address: string): string | undefined {
  const { hostname, port, protocol } = new URL(address)
  return hostname ? `${hostname}:${port || DEFAULT_PORTS[protocol]}` : undefined
}
