import { expect, test } from '@jest/globals'
import { clientOf } from './client-of.ts'

test.each([
  ['127.0.0.1', '127.0.0.1', '127.0.0.1'],
  ['::ffff:127.0.0.1', '::ffff:127.0.0.1', '::ffff:127.0.0.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1'],
  ['2001:db8::1', '2001:db8:0:0', '2001:db8:0'],
  ['::1', '0:0:0:0', '0:0:0'],
])('the client with the address %s is %s, of the site %s', (ip, network, site) => {
  expect(clientOf({ ip })).toBe(network)
  expect(clientOf({ ip }, 'site')).toBe(site)
})
