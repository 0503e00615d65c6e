// The database's errors reach us through two libraries in several forms; here they are told apart once.

/** What Prisma and its driver adapter throw. */
interface DatabaseError {
  name?: string
  code?: string
  meta?: { driverAdapterError?: { cause?: { kind?: string; originalCode?: string } } }
}

/**
 * Classes of Postgres's SQLSTATE that say nothing about the statement's data: connection, authorisation, missing
 * database, conflict between transactions, a schema that is not (yet) this version's, resources, objects in use,
 * intervention, system.
 */
const PASSING_STATES = /^(08|25|28|3D|40|42|53|55|57|58)/
const PASSING_KINDS = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TlsConnectionError',
  'AuthenticationFailed',
  'DatabaseDoesNotExist',
  'DatabaseAccessDenied',
  'TooManyConnections',
  'TransactionWriteConflict',
])
/** Prisma's own: it cannot connect, got no connection in time, or its transaction was cut off. */
const PASSING_CODES = /^P(1\d{3}|2024|2028|2034)$/

/**
 * Whether the database could not do its work, so that the same statement may succeed later. False when it, or the client
 * before it, refused what the statement carried.
 */
export function isDatabaseAway(error: unknown): boolean {
  const { name, code, meta } = (error ?? {}) as DatabaseError
  const { kind, originalCode } = meta?.driverAdapterError?.cause ?? {}
  if (originalCode) return PASSING_STATES.test(originalCode)
  if (kind) return PASSING_KINDS.has(kind)
  if (code) return PASSING_CODES.test(code) || SOCKET_CODES.has(code)
  // The driver's time-outs and lost connections are plain errors with nothing but a sentence.
  return name === 'Error' || name === 'PrismaClientInitializationError'
}

const SOCKET_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN'])
