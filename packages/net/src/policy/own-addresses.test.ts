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
  const own = watchOwnAddresses(
    () => ({ eth0: [{ address }] }),
    () => nowMs,
  )
  expect([...own()]).toEqual(['2a00::1'])
  address = '9.9.9.9'
  nowMs = 999
  expect([...own()]).toEqual(['2a00::1'])
  nowMs = 1000
  expect([...own()]).toEqual(['9.9.9.9'])
})
