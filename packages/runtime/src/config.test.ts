import { describe, expect, test } from '@jest/globals'
import { describeEnvironment, printable, readConfig } from './config.ts'
import {
  address,
  choice,
  count,
  durations,
  json,
  list,
  origins,
  port,
  proxies,
  requiredWhen,
  secret,
  serverUrl,
  text,
  toggle,
} from './variable-kinds.ts'

const keys = { valid: 'a JSON array', isValid: Array.isArray, desc: 'keys' }
const environment = {
  NAME: text({ desc: 'a name' }),
  SLOTS: count({ default: 3, desc: 'a number' }),
  PORT: port({ desc: 'a port' }),
  BASE: address({ desc: 'an address' }),
  ALLOW: list({ default: [], desc: 'a list' }),
  SITES: origins({ default: [], desc: 'origins' }),
  MODE: choice({ words: ['slow', 'fast'], default: 'slow', desc: 'a choice' }),
  SANDBOX: toggle({ default: true, desc: 'a toggle' }),
  DELAYS: durations({ default: [], desc: 'durations' }),
  KEYS: secret(json<string[]>(keys)),
}
const good = { NAME: 'a', PORT: '8080', BASE: 'http://127.0.0.1:1/', KEYS: '["sesame"]' }

describe('readConfig', () => {
  test('reads every kind, with defaults', () => {
    expect(
      readConfig(environment, {
        ...good,
        ALLOW: ' a , b,',
        SITES: 'https://App.example/, http://b.example:8080/login,',
        MODE: 'fast',
        SANDBOX: 'off',
        DELAYS: '5s,0.5m,2h',
      }),
    ).toEqual({
      NAME: 'a',
      SLOTS: 3,
      PORT: 8080,
      BASE: 'http://127.0.0.1:1',
      ALLOW: ['a', 'b'],
      SITES: ['https://app.example', 'http://b.example:8080'],
      MODE: 'fast',
      SANDBOX: false,
      DELAYS: [5000, 30_000, 7_200_000],
      KEYS: ['sesame'],
    })
  })

  test('reports all problems at once, each with the name of its variable', () => {
    const read = () =>
      readConfig(environment, {
        SLOTS: '-1',
        PORT: '70000',
        BASE: 'nowhere',
        KEYS: '{',
        SANDBOX: 'maybe',
        MODE: 'FAST',
      })
    expect(read).toThrow(
      /NAME[^]*SLOTS[^]*PORT[^]*BASE[^]*MODE: must be one of: slow, fast[^]*SANDBOX[^]*KEYS/,
    )
  })

  test.each(['{', '{}', '"a"', 'null', ''])('rejects %j where JSON of another shape is valid', (given) => {
    expect(() => readConfig(environment, { ...good, KEYS: given })).toThrow('KEYS: must be a JSON array')
  })

  test.each(['app.example', 'app:scheme', 'https://a.example,nowhere'])('rejects the origins %s', (given) => {
    expect(() => readConfig({ SITES: origins({ desc: 'origins' }) }, { SITES: given })).toThrow(
      'SITES: must be origins',
    )
  })

  test.each([
    'render.example.com:8080',
    'localhost:6379',
    'mailto:x',
    'redis://a',
    'https://',
    'https://a/?b',
    'http://a/#b',
    ' http://a',
  ])('rejects the base URL %s', (given) => {
    expect(() => readConfig({ BASE: address({ desc: 'an address' }) }, { BASE: given })).toThrow(
      'BASE: must be a URL such as',
    )
  })

  const redis = ['redis://', 'rediss://', 'unix:']
  const postgres = ['postgresql://', 'socket:']

  test.each([
    [redis, 'redis://:password@127.0.0.1:6379/1?family=6'],
    [redis, 'REDISS://queue'],
    [redis, 'unix:/run/redis.sock'],
    [postgres, 'postgresql:///database?host=/run/postgresql'],
    [postgres, 'postgresql://%2Frun%2Fpostgresql/database'],
    [postgres, 'socket:/run/postgresql?db=database'],
    [redis, 'redis:///1'],
    [postgres, 'postgresql:///database'],
  ])('with the starts %j accepts the server %s', (starts, given) => {
    expect(readConfig({ SERVER: serverUrl({ starts, desc: 'a server' }) }, { SERVER: given }).SERVER).toBe(
      given,
    )
  })

  test.each([
    [redis, 'localhost:6379'],
    [redis, 'redis:6379'],
    [redis, 'redis://'],
    [redis, 'http://queue'],
  ])('with the starts %j rejects the server %s', (starts, given) => {
    expect(() => readConfig({ SERVER: serverUrl({ starts, desc: 'a server' }) }, { SERVER: given })).toThrow(
      'SERVER: must be a URL that begins with',
    )
  })

  test('accepts addresses and ranges of proxies', () => {
    const given = '10.0.0.0/8, 172.16.0.0/255.240.0.0,fd00::/8,127.0.0.1,::1, loopback,uniquelocal'
    expect(readConfig({ PROXIES: proxies({ desc: 'proxies' }) }, { PROXIES: given }).PROXIES).toEqual([
      '10.0.0.0/8',
      '172.16.0.0/255.240.0.0',
      'fd00::/8',
      '127.0.0.1',
      '::1',
      'loopback',
      'uniquelocal',
    ])
  })

  test.each([
    'nginx',
    '1',
    'true',
    '*',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '10.0.0.0/8/8',
    'fd00::/129',
    '10.0.0.1:80',
  ])('rejects the proxy %s', (given) => {
    expect(() => readConfig({ PROXIES: proxies({ desc: 'proxies' }) }, { PROXIES: `::1,${given}` })).toThrow(
      `PROXIES: must be IP addresses, CIDRs, loopback, linklocal, uniquelocal, separated by commas, not "${given}"`,
    )
  })

  test.each([
    ['text', text({ desc: 'a text' })],
    ['text', text({ default: 'info', desc: 'a text' })],
    ['text', secret(text({ desc: 'a token' }))],
    ['address', address({ desc: 'an address' })],
    ['address', address({ default: 'http://a', desc: 'an address' })],
  ])('rejects an empty %s', (_, spec) => {
    expect(() => readConfig({ NAME: spec }, { NAME: '' })).toThrow('NAME: must')
  })

  test.each([
    ['text', text({ default: '', desc: 'a text' })],
    ['address', address({ default: '', desc: 'an address' })],
  ])('accepts an empty %s if the default is empty', (_, spec) => {
    expect(readConfig({ NAME: spec }, { NAME: '' })).toEqual({ NAME: '' })
    expect(readConfig({ NAME: spec }, {})).toEqual({ NAME: '' })
    expect(readConfig({ NAME: spec }, { NAME: 'http://a/' }).NAME).toMatch(/^http:\/\/a/)
  })

  test.each(['4', '11', '1e1', ''])('rejects a number outside its bounds, and names them: %j', (input) => {
    const bounded = { TRIES: count({ minimum: 5, maximum: 10, desc: 'a bounded number' }) }
    expect(readConfig(bounded, { TRIES: '5' })).toEqual({ TRIES: 5 })
    expect(readConfig(bounded, { TRIES: '10' })).toEqual({ TRIES: 10 })
    expect(() => readConfig(bounded, { TRIES: input })).toThrow(/TRIES.*(from 5 to 10|is required)/)
  })

  test('requires a variable whose default is undefined', () => {
    const required = { PORT: port({ default: undefined, desc: 'a port' }) }
    expect(() => readConfig(required, {})).toThrow(/PORT: is required/)
  })

  test('requires a conditional variable under its condition only, and says it', () => {
    const conditional = {
      MODE: choice({ words: ['slow', 'fast'], default: 'slow', desc: 'a choice' }),
      FUEL: requiredWhen('with MODE=fast', ({ MODE }) => MODE === 'fast', text({ desc: 'a text' })),
    }
    expect(readConfig(conditional, {})).toEqual({ MODE: 'slow', FUEL: undefined })
    expect(readConfig(conditional, { MODE: 'fast', FUEL: 'a' }).FUEL).toBe('a')
    expect(() => readConfig(conditional, { MODE: 'fast' })).toThrow(
      'FUEL: is required with MODE=fast (a text)',
    )
    expect(() => readConfig(conditional, { FUEL: '' })).toThrow('FUEL: must not be empty')
    expect(describeEnvironment(conditional)[1]).toMatchObject({ when: 'with MODE=fast' })
  })

  test('returns a frozen object', () => {
    const config = readConfig(environment, good)
    expect(() => Object.assign(config, { NAME: 'b' })).toThrow(TypeError)
  })
})

describe('printable', () => {
  test('shows values, but no secrets', () => {
    const printed = JSON.stringify(printable(environment, readConfig(environment, good)))
    expect(printed).toContain('8080')
    expect(printed).not.toContain('sesame')
  })
})

describe('describeEnvironment', () => {
  test('lists valid values, and defaults in the form of the environment', () => {
    const described = describeEnvironment({
      PORT: port({ desc: 'a port' }),
      KEYS: secret(json<string[]>({ ...keys, default: [] })),
      TRIES: count({ minimum: 5, maximum: 10, default: 7, desc: 'a bounded number' }),
      SANDBOX: toggle({ default: true, desc: 'a toggle' }),
      DELAYS: durations({ default: [500, 5000, 5_400_000], desc: 'durations' }),
      ALLOW: list({ default: ['a', 'b'], desc: 'a list' }),
    })
    expect(
      described.map(({ name, valid, default: value, isSecret }) => [name, valid, value, isSecret]),
    ).toEqual([
      ['PORT', 'a port', undefined, false],
      ['KEYS', 'a JSON array', '[]', true],
      ['TRIES', 'a whole number, from 5 to 10', '7', false],
      ['SANDBOX', 'on or off', 'on', false],
      ['DELAYS', 'durations such as 5s,30m,2h', '500ms,5s,90m', false],
      ['ALLOW', 'a list separated by commas', 'a,b', false],
    ])
    expect(described[0]!.desc).toBe('a port')
  })
})
