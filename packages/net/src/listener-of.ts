const DEFAULT_PORTS: Record<string, string> = {
  'http:': '80',
  'https:': '443',
  'redis:': '6379',
  'rediss:': '6379',
}

/** `host:port` that an address of ours leads to, as `ownListeners` takes it; undefined for a socket's path. */
export function listenerOf(address: string): string | undefined {
  const { hostname, port, protocol } = new URL(address)
  return hostname ? `${hostname}:${port || DEFAULT_PORTS[protocol]}` : undefined
}
