import { expect, test } from '@jest/globals'
import { networkInterfaces } from 'node:os'
import { watchOwnAddresses } from './own-addresses.ts'

test('returns the addresses of all interfaces of this machine', () => {
  const listed = Object.values(networkInterfaces()).flatMap((list = []) => list.map(({ address }) => address))
  expect(listed).toContain('127.0.0.1')
  expect([...watchOwnAddresses()()].toSorted()).toEqual([...new Set(listed)].toSorted())
})

test('returns canonical forms, and reads the interfaces again after a second', () => {
  let address = '2A00:0::1'
  let nowMs = 0
  const own = watchOwnAddresses({ interfaces: () => ({ eth0: [{ address }] }), now: () => nowMs })
  expect([...own()]).toEqual(['2a00::1'])
  address = '9.9.9.9'
  nowMs = 999
  expect([...own()]).toEqual(['2a00::1'])
  nowMs = 1000
  expect([...own()]).toEqual(['9.9.9.9'])
})

test("joins the host's addresses, and refuses what is no address", () => {
  const interfaces = () => ({ eth0: [{ address: '172.18.0.2' }] })
  const own = watchOwnAddresses({ interfaces, hostAddresses: ['::ffff:9.9.9.9', '2A00::0:1'] })
  expect([...own()].toSorted()).toEqual(['172.18.0.2', '2a00::1', '9.9.9.9'])
  for (const text of ['9.9.9.0/24', 'host.example', ''])
    expect(() => watchOwnAddresses({ hostAddresses: [text] })).toThrow('HOST_ADDRESSES')
})
