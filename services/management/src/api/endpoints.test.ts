import { expect, test } from '@jest/globals'
import { readdirSync } from 'node:fs'

/** Routes whose tests are still grouped by subject, in `tests/api`. */
const WAITING = new Set([
  'accept-invitation',
  'change-member',
  'create-report',
  'get-delivery',
  'get-me',
  'get-organisation',
  'get-render',
  'get-usage',
  'invite-member',
  'list-audit',
  'list-deliveries',
  'list-members',
  'list-renders',
  'list-reports',
  'list-sessions',
  'remove-member',
  'replay-delivery',
  'replay-failed',
  'respond-to-report',
  'revoke-other-sessions',
  'revoke-session',
  'rotate-webhook-secret',
  'send-test-event',
])

test('every route has its file of tests, and every such file its route', () => {
  const named = (folder: string, ending: string) =>
    readdirSync(new URL(folder, import.meta.url))
      .filter((file) => file.endsWith(ending))
      .map((file) => file.slice(0, -ending.length))
      .toSorted()
  const routes = named('../routes', '.ts').filter((route) => !WAITING.has(route))
  expect(named('../../tests/routes', '.test.ts')).toEqual(routes)
})
