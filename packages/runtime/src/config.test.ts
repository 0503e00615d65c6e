import { describe, expect, test } from '@jest/globals'
import {
  address,
  choice,
  count,
  durations,
  json,
  list,
  port,
  printable,
  readConfig,
  secret,
  text,
  toggle,
} from './config.ts'

const environment = {
  NAME: text({ desc: 'a name' }),
  SLOTS: count({ default: 3, desc: 'a number' }),
  PORT: port({ desc: 'a port' }),
  BASE: address({ desc: 'an address' }),
  ALLOW: list({ default: [], desc: 'a list' }),
  MODE: choice({ words: ['slow', 'fast'], default: 'slow', desc: 'a choice' }),
  SANDBOX: toggle({ default: true, desc: 'a toggle' }),
  DELAYS: durations({ default: [], desc: 'durations' }),
  KEYS: secret(json<string[]>({ desc: 'keys' })),
}
const good = { NAME: 'a', PORT: '8080', BASE: 'http://127.0.0.1:1/', KEYS: '["sesame"]' }

describe('readConfig', () => {
  test('reads every kind, with defaults', () => {
    expect(
      readConfig(environment, {
        ...good,
        ALLOW: ' a , b,',
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
      MODE: 'fast',
      SANDBOX: false,
      DELAYS: [5000, 30_000, 7_200_000],
      KEYS: ['sesame'],
    })
  })

  test('reports every problem at once, each with its name', () => {
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

  test.each([
    ['text', text({ desc: 'a text' })],
    ['text', text({ default: 'info', desc: 'a text' })],
    ['text', secret(text({ desc: 'a token' }))],
    ['address', address({ desc: 'an address' })],
    ['address', address({ default: 'http://a', desc: 'an address' })],
  ])('takes no empty %s', (_, spec) => {
    expect(() => readConfig({ NAME: spec }, { NAME: '' })).toThrow('NAME: must')
  })

  test.each([
    ['text', text({ default: '', desc: 'a text' })],
    ['address', address({ default: '', desc: 'an address' })],
  ])('takes an empty %s where empty is the default', (_, spec) => {
    expect(readConfig({ NAME: spec }, { NAME: '' })).toEqual({ NAME: '' })
    expect(readConfig({ NAME: spec }, {})).toEqual({ NAME: '' })
    expect(readConfig({ NAME: spec }, { NAME: 'http://a/' }).NAME).toMatch(/^http:\/\/a/)
  })

  test.each(['4', '11', '1e1', ''])('holds a number to its bounds, which the problem names: %j', (input) => {
    const bounded = { TRIES: count({ minimum: 5, maximum: 10, desc: 'a bounded number' }) }
    expect(readConfig(bounded, { TRIES: '5' })).toEqual({ TRIES: 5 })
    expect(readConfig(bounded, { TRIES: '10' })).toEqual({ TRIES: 10 })
    expect(() => readConfig(bounded, { TRIES: input })).toThrow(/TRIES.*(from 5 to 10|is required)/)
  })

  test('is frozen', () => {
    const config = readConfig(environment, good)
    expect(() => Object.assign(config, { NAME: 'b' })).toThrow(TypeError)
  })

  test('prints no secret', () => {
    const shown = JSON.stringify(printable(environment, readConfig(environment, good)))
    expect(shown).toContain('8080')
    expect(shown).not.toContain('sesame')
  })
})
