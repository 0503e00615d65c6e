import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { startPostgresAlone, startTestStack, type PrivateServer, type TestStack } from '@render/testkit'
import { Client } from 'pg'

// There is no public way yet to change an account, so its rows are changed where management keeps them.
describe('what became of the account', () => {
  let postgres: PrivateServer
  let stack: TestStack
  let database: Client

  beforeAll(async () => {
    postgres = await startPostgresAlone()
    stack = await startTestStack({ environment: { DATABASE_URL: postgres.url } })
    database = new Client({ connectionString: postgres.url })
    await database.connect()
  }, 120_000)

  afterAll(async () => {
    await database?.end()
    await stack?.stop()
    await postgres?.[Symbol.asyncDispose]()
  }, 60_000)

  test.each([
    [
      'a disabled project',
      'UPDATE projects SET enabled = false',
      'UPDATE projects SET enabled = true',
      401,
      'ProjectNotEnabled',
    ],
    [
      'an expired subscription',
      `UPDATE organisations SET active_until = now() - interval '1 day'`,
      'UPDATE organisations SET active_until = NULL',
      400,
      'NotActive',
    ],
    [
      'a blocked organisation',
      `UPDATE organisations SET blocked = '{"response": {"statusCode": 403, "message": "Please write to us."}}'`,
      'UPDATE organisations SET blocked = NULL',
      403,
      'AccountBlocked',
    ],
    [
      'an unconfirmed user',
      'UPDATE users SET email_verified = false',
      'UPDATE users SET email_verified = true',
      400,
      'NotConfirmed',
    ],
  ])('%s is refused within seconds, and taken again afterwards', async (_, change, restore, status, code) => {
    expect((await stack.client.sync({ html: 'x' })).status).toBe(200)
    await database.query(change)
    await expectWithin(10_000, async () => {
      const answer = await stack.client.async({ html: 'x' })
      return answer.status === status && answer.body.error.code === code
    })
    await database.query(restore)
    await expectWithin(10_000, async () => (await stack.client.async({ html: 'x' })).status === 201)
  })
})

async function expectWithin(timeoutMs: number, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + timeoutMs
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('It did not come to hold.')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
