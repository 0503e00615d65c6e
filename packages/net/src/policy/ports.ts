/**
 * Ports denied in addresses that callers and pages name: services that execute commands without authentication, databases, and mail.
 * Chromium's own list has only some of them, and no databases.
 */
const DENIED = new Set([
  22, 23, 25, 53, 110, 135, 136, 137, 138, 139, 143, 389, 445, 465, 587, 993, 995, 1433, 2049, 2375, 2379,
  3306, 3389, 5432, 5984, 6379, 9200, 11211, 27017,
])

export function mayDialPort(port: number): boolean {
  return !DENIED.has(port)
}

/** Returns the port that a connection to an http or https URL uses. */
export function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
}
