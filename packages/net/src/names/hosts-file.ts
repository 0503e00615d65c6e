import { existsSync, readFileSync } from 'node:fs'
import { keepFresh } from '../keep-fresh.ts'

/** A change of the file applies after this time at the latest. */
const FRESH_MS = 10_000

/** Returns a function that returns the addresses of a name in the machine's hosts file; undefined when it is not in it. */
export function watchHostsFile(
  file = '/etc/hosts',
  now?: () => number,
): (host: string) => string[] | undefined {
  const hosts = keepFresh(() => parseHosts(existsSync(file) ? readFileSync(file, 'utf8') : ''), FRESH_MS, now)
  return (host) => hosts().get(host)
}

/** Parses lines of one address and its names; text after a `#` is a comment. */
function parseHosts(text: string): Map<string, string[]> {
  const hosts = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    const [address, ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    for (const name of names) {
      const key = name.toLowerCase()
      hosts.set(key, [...(hosts.get(key) ?? []), address!])
    }
  }
  return hosts
}
