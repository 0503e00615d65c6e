import { describe, expect, test } from '@jest/globals'
import { describeOptions } from '../index.ts'
import { stateOf } from './state.ts'
import { optionNames, optionOf } from './table.ts'

describe('states', () => {
  test('exactly the listed options are only accepted, each with a reason', () => {
    const accepted = optionNames.filter((name) => stateOf(name) === 'accepted')
    expect(accepted.toSorted()).toEqual(
      `cloudrun debug_url finalRetry flash from_html md_encoding md_hocr_tables request_interception_method
      sharp_stitch video_jitter`.split(/\s+/),
    )
    for (const name of accepted) expect(optionOf(name).accepted).toMatch(/\w.*\w$/)
  })

  test('descriptions contain the state of every option', () => {
    const described = describeOptions()
    expect(described.map(({ name }) => name)).toEqual(optionNames)
    for (const { name, state, reason } of described) {
      expect(state).toBe(stateOf(name))
      expect(reason !== undefined).toBe(state === 'accepted')
    }
  })
})
