// Classifies errors of the database, which arrive through two libraries in several forms.

/** The errors of Prisma, of its driver adapter, and of the driver. */
interface DatabaseError {
  name?: string
  /** An SQLSTATE when there is a severity too. */
  code?: string
  severity?: string
  meta?: { driverAdapterError?: { cause?: { kind?: string; originalCode?: string } } }
}

/**
 * SQLSTATE classes of errors that do not depend on the statement's data: connection, authorisation, missing database,
 * transaction conflict, a schema of another version, resources, objects in use, operator intervention, system.
 */
const TRANSIENT_STATES = /^(08|25|28|3D|40|42|53|55|57|58)/
const TRANSIENT_KINDS = new Set([
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
/** Prisma's own codes: it could not connect, got no connection in time, or its transaction was closed. */
const TRANSIENT_CODES = /^P(1\d{3}|2024|2028|2034)$/

/**
 * Returns whether the database is unavailable, so that the same statement may succeed later. False when the database or the
 * client refused the statement's data.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { name, code, meta } = (error ?? {}) as DatabaseError
  const state = stateOf(error)
  if (state) return TRANSIENT_STATES.test(state)
  const { kind } = meta?.driverAdapterError?.cause ?? {}
  if (kind) return TRANSIENT_KINDS.has(kind)
  if (code) return TRANSIENT_CODES.test(code) || SOCKET_CODES.has(code)
  return isUnexplained(error) || name === 'PrismaClientInitializationError'
}

/**
 * Returns whether an error has only a message. The driver reports timeouts and lost connections in this way, but a fault of
 * ours may do the same.
 */
export function isUnexplained(error: unknown): boolean {
  const { name, code, meta } = (error ?? {}) as DatabaseError
  const { kind, originalCode } = meta?.driverAdapterError?.cause ?? {}
  return name === 'Error' && !code && !kind && !originalCode
}

/** Returns whether a statement does not fit the schema: that of another version during a deployment, or a fault of ours. */
export function isSchemaMismatch(error: unknown): boolean {
  return stateOf(error)?.startsWith('42') ?? false
}

/** Returns the SQLSTATE of an error of the server; undefined for any other error. */
function stateOf(error: unknown): string | undefined {
  const { code, severity, meta } = (error ?? {}) as DatabaseError
  return meta?.driverAdapterError?.cause?.originalCode ?? (severity ? code : undefined)
}

const SOCKET_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN'])
