import { describe, expect, test } from '@jest/globals'
import { isDatabaseUnavailable } from './database-unavailable.ts'

/** Builds an error as Prisma throws it for an error of the driver adapter. */
function fromAdapter(cause: object, code = 'P2010'): Error {
  const error = new Error('Invalid invocation')
  error.name = 'PrismaClientKnownRequestError'
  return Object.assign(error, { code, meta: { driverAdapterError: { name: 'DriverAdapterError', cause } } })
}

function named(name: string, code?: string): Error {
  const error = new Error('...')
  error.name = name
  return Object.assign(error, { code })
}

/** Builds an error as the driver throws it for an error of the server. */
function fromServer(code: string): Error {
  return Object.assign(new Error('...'), { name: 'error', code, severity: 'ERROR' })
}

describe('the database is unavailable', () => {
  test.each([
    ['refused', fromAdapter({ kind: 'DatabaseNotReachable' })],
    ['refused, in a query of a model', fromAdapter({ kind: 'DatabaseNotReachable' }, 'P1001')],
    ['connection closed', fromAdapter({ kind: 'ConnectionClosed' })],
    ['being stopped', fromAdapter({ kind: 'postgres', originalCode: '57P01' })],
    ['starting', fromAdapter({ kind: 'postgres', originalCode: '57P03' })],
    ['disk full', fromAdapter({ kind: 'postgres', originalCode: '53100' })],
    ['too many connections', fromAdapter({ kind: 'TooManyConnections', originalCode: '53300' })],
    ['read only after a failover', fromAdapter({ kind: 'postgres', originalCode: '25006' })],
    ['deadlock', fromAdapter({ kind: 'TransactionWriteConflict', originalCode: '40P01' })],
    ['being stopped, by the driver', fromServer('57P01')],
    ['deadlock, by the driver', fromServer('40P01')],
    ['not migrated yet, by the driver', fromServer('42P01')],
    ['not migrated yet', fromAdapter({ kind: 'TableDoesNotExist', originalCode: '42P01' }, 'P2021')],
    ['no connection in time', named('PrismaClientKnownRequestError', 'P2028')],
    ['no connection at all', named('PrismaClientInitializationError')],
    ["the driver's timeout", new Error('timeout exceeded when trying to connect')],
    ["the driver's lost connection", new Error('Connection terminated unexpectedly')],
    ["the socket's reset", named('Error', 'ECONNRESET')],
  ])('%s', (_, error) => {
    expect(isDatabaseUnavailable(error)).toBe(true)
  })
})

describe('the statement itself is refused', () => {
  test.each([
    ['text that is no JSON', fromAdapter({ kind: 'postgres', originalCode: '22P05' })],
    ['text that is no UUID', fromAdapter({ kind: 'InvalidInputValue', originalCode: '22P02' })],
    ['text that is no UUID, by the driver', fromServer('22P02')],
    ['a missing value', fromAdapter({ kind: 'NullConstraintViolation', originalCode: '23502' }, 'P2011')],
    ['a value too large for its index', fromAdapter({ kind: 'postgres', originalCode: '54000' })],
    ['arguments that Prisma refuses', named('PrismaClientValidationError')],
    ['a mistake of ours', new TypeError('undefined is not a function')],
    ['nothing at all', undefined],
  ])('%s', (_, error) => {
    expect(isDatabaseUnavailable(error)).toBe(false)
  })
})
