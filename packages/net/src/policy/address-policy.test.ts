import { describe, expect, test } from '@jest/globals'
import { canonicalAddress, mayDial, parseRange } from './address-policy.ts'

describe('an address without exceptions', () => {
  test.each([
    ['this network', '0.0.0.0', '0.255.255.255'],
    ['private', '10.0.0.0', '10.0.0.1', '10.255.255.255'],
    ['shared', '100.64.0.0', '100.64.0.1', '100.127.255.254', '100.127.255.255'],
    ['loopback', '127.0.0.0', '127.0.0.1', '127.255.255.254', '127.255.255.255'],
    ['metadata', '168.63.129.16', '::ffff:168.63.129.16'],
    ['link-local and metadata', '169.254.0.0', '169.254.169.254', '169.254.255.255'],
    ['private', '172.16.0.0', '172.16.0.1', '172.31.255.254', '172.31.255.255'],
    ['protocol assignments', '192.0.0.0', '192.0.0.255'],
    ['documentation', '192.0.2.0', '192.0.2.1', '192.0.2.255'],
    ['6to4 relays', '192.88.99.0', '192.88.99.255'],
    ['private', '192.168.0.0', '192.168.0.1', '192.168.255.255'],
    ['benchmarks', '198.18.0.0', '198.18.0.1', '198.19.255.255'],
    ['documentation', '198.51.100.0', '198.51.100.1', '198.51.100.255'],
    ['documentation', '203.0.113.0', '203.0.113.1', '203.0.113.255'],
    ['multicast', '224.0.0.0', '224.0.0.1', '239.255.255.255'],
    ['reserved', '240.0.0.0', '240.0.0.1', '255.255.255.254'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::', '0:0:0:0:0:0:0:0'],
    ['loopback', '::1', '0:0:0:0:0:0:0:1'],
    ['v4-compatible', '::127.0.0.1', '::8.8.8.8'],
    ['v4-mapped and not public', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:a9fe:a9fe'],
    ['NAT64', '64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::a9fe:a9fe'],
    ['discard', '100::', '100::ffff:ffff:ffff:ffff'],
    ['Teredo', '2001::', '2001:0:abcd:ef12:3456:7890:a9fe:a9fe'],
    ['ORCHID', '2001:10::1', '2001:20::1'],
    ['documentation', '2001:db8::', '2001:db8:ffff::1', '3fff::', '3fff:fff::1'],
    ['6to4', '2002:a9fe:a9fe::', '2002:808:808::1', '2002:ffff::'],
    ['segment routing', '5f00::', '5f00:ffff::'],
    ['unique local and metadata', 'fc00::1', 'fd00:ec2::254', 'fdff::'],
    ['link-local', 'fe80::1', 'fe80::1%eth0', 'febf::'],
    ['site-local', 'fec0::1', 'feff::'],
    ['multicast', 'ff02::1', 'ff0e::1'],
    ['ISATAP', '::5efe:10.0.0.1', '::200:5efe:a00:1', '2a00::5efe:127.0.0.1', '2a00::200:5efe:127.0.0.1'],
    ['with a zone', '2a00::1%eth0'],
    ['no address', '', 'localhost', '127.1', '8.8.8', '0x8080808', '[::1]', '8.8.8.8:80', ' 8.8.8.8'],
  ])('is denied: %s', (_range, ...addresses) => {
    expect(addresses.filter((address) => mayDial(address, []))).toEqual([])
  })

  test.each([
    ['just outside of denied IPv4 ranges', '9.255.255.255', '11.0.0.1', '100.63.255.254', '100.128.0.1'],
    ['just outside of denied IPv4 ranges', '126.255.255.255', '128.0.0.0', '172.15.255.255', '172.32.0.1'],
    ['just outside of denied IPv4 ranges', '192.0.1.255', '192.0.3.0', '198.17.255.255', '198.20.0.0'],
    ['just outside of denied IPv4 ranges', '1.0.0.0', '223.255.255.255', '203.0.112.255', '203.0.114.0'],
    ['just outside of denied IPv4 ranges', '168.63.129.15', '168.63.129.17'],
    ['public', '8.8.8.8', '2001:4860:4860::8888', '::ffff:8.8.8.8', '2606:4700::1111', '2a00::5efe:8.8.8.8'],
    [
      'just outside of denied IPv6 ranges',
      '2001:200::',
      '2001:db7::',
      '2001:db9::',
      '2003::',
      '3ffe::',
      '2000::',
    ],
  ])('is allowed: %s', (_kind, ...addresses) => {
    expect(addresses.filter((address) => !mayDial(address, []))).toEqual([])
  })
})

test('an address of this machine is denied, also when it is public, unless the operator allows it', () => {
  const own = new Set(['8.8.8.8', '2a00::1'])
  const addresses = ['8.8.8.8', '::ffff:8.8.8.8', '2a00::1', '2A00:0:0::1', '8.8.4.4']
  expect(addresses.filter((address) => mayDial(address, [], own))).toEqual(['8.8.4.4'])
  expect(addresses.filter((address) => mayDial(address, [parseRange('8.8.8.8')!], own))).toEqual([
    '8.8.8.8',
    '::ffff:8.8.8.8',
    '8.8.4.4',
  ])
})

describe('the ranges that the operator allows', () => {
  test.each([
    ['10.1.0.0/16', '10.1.2.3', true],
    ['10.1.0.0/16', '::ffff:10.1.2.3', true],
    ['10.1.0.0/16', '10.2.0.1', false],
    ['10.1.2.3', '10.1.2.3', true],
    ['10.1.2.3', '10.1.2.4', false],
    ['::ffff:10.1.0.0/112', '10.1.2.3', true],
    ['::ffff:10.1.0.0/112', '10.2.0.1', false],
    ['0.0.0.0/0', '127.0.0.1', true],
    ['0.0.0.0/0', '::1', false],
    ['::/0', '::1', true],
    ['::/0', '127.0.0.1', false],
    ['fd00::/8', 'fd12::1', true],
    ['fd00::/8', 'fe80::1', false],
    ['64:ff9b::/96', '64:ff9b::7f00:1', true],
  ])('%s and %s: %s', (range, address, allowed) => {
    expect(mayDial(address, [parseRange(range)!])).toBe(allowed)
  })

  test.each([
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    '10/8',
    '127.1',
    'fe80::1%eth0',
    'x',
    '',
  ])('cannot be written %j', (text) => {
    expect(parseRange(text)).toBeUndefined()
  })
})

test.each([
  ['::FFFF:7f00:1', '127.0.0.1'],
  ['0:0:0:0:0:0:0:1', '::1'],
  ['localhost', undefined],
])('the canonical form of %s is %s', (address, canonical) => {
  expect(canonicalAddress(address)).toBe(canonical)
})
