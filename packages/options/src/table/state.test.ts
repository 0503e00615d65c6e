import { describe, expect, test } from '@jest/globals'
import { aliases, shorthands, standsFor } from './aliases.ts'
import { describeOptions, planned, refused } from '../index.ts'
import { stateOf } from './state.ts'
import { optionNames, optionOf } from './table.ts'

describe('states', () => {
  const plannedNames: string[] = Object.values(planned).flat()

  test('exactly the listed options are only accepted, each with a reason', () => {
    const accepted = optionNames.filter((name) => stateOf(name) === 'accepted')
    expect(accepted.toSorted()).toEqual(
      `cloudrun debug_url finalRetry flash from_html md_encoding md_hocr_tables request_interception_method
      sharp_stitch video_jitter`.split(/\s+/),
    )
    for (const name of accepted) expect(optionOf(name).accepted).toMatch(/\w.*\w$/)
  })

  test('planned names are unique, known options without another state', () => {
    expect(plannedNames.filter((name) => !optionNames.includes(name as never))).toEqual([])
    expect(plannedNames).toHaveLength(new Set(plannedNames).size)
    for (const name of plannedNames) {
      expect(optionOf(name as never)).toMatchObject({ accepted: undefined, owner: undefined })
      expect(standsFor(name as never)).toBeUndefined()
    }
  })

  test('no option is planned', () => {
    expect(plannedNames).toEqual([])
  })

  test('what promises where a file is kept is refused, as long as it is planned', () => {
    const inState = optionNames.filter((name) => stateOf(name) === 'refused')
    expect(inState.toSorted()).toEqual([...refused].toSorted())
    expect(refused.filter((name) => !plannedNames.includes(name))).toEqual([])
  })

  test('aliases and shorthands are planned while one of their options is', () => {
    for (const { alias, of } of aliases) expect(stateOf(alias)).toBe(stateOf(of))
    for (const [name, others] of Object.entries(shorthands)) {
      const isPlanned = others.some((other) => stateOf(other) === 'planned')
      expect(stateOf(name as keyof typeof shorthands)).toBe(isPlanned ? 'planned' : 'works')
    }
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
