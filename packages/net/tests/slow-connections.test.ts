import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { createHttpClient } from '../src/client/http-client.ts'
import { createEgress } from '../src/policy/egress-policy.ts'
import { dial } from '../src/proxy/dial.ts'
import { startSlowListener } from './slow-listener.ts'
import { allowedHost, requestOf } from './test-network.ts'

test('a connection is made although its first packet was lost and the last address is unreachable', async () => {
  await using listener = await startSlowListener(allowedHost)
  const addresses = [allowedHost, '2001:db8::1']
  const egress = createEgress({ allow: addresses, query: async () => ({ value: addresses, ttlMs: 1000 }) })
  const { port } = listener
  const answers = Promise.all([
    dial(egress, { host: 'pages.example.com', port }),
    createHttpClient(egress).post(new URL(`http://pages.example.com:${port}/`), requestOf()),
  ])
  await sleep(50)
  listener.accept()
  const [socket, answer] = await answers
  if (typeof socket === 'object') socket.destroy()
  expect([typeof socket, answer]).toEqual(['object', expect.objectContaining({ status: 204 })])
})
