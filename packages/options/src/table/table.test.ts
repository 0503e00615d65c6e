import { describe, expect, test } from '@jest/globals'
import { nearestName, optionNamed } from './names.ts'
import { resolveOptions } from '../resolve/resolve.ts'
import { groups, optionNames, optionOf, type OptionName } from './table.ts'

/** Returns what an option makes of a value; undefined when it rejects or ignores it. */
function coerced(name: OptionName, value: unknown): unknown {
  let accepted = true
  const refuse = () => void (accepted = false)
  const result = optionOf(name).coerce(value, { isForm: false, path: '', reject: refuse, ignore: refuse })
  return accepted ? result : undefined
}

describe('the option table', () => {
  test('contains every option of every group once', () => {
    const grouped = Object.values(groups).flatMap((group) => Object.keys(group))
    expect(grouped.toSorted()).toEqual(optionNames.toSorted())
    expect(new Set(grouped).size).toBe(grouped.length)
  })

  test('describes every option in a sentence', () => {
    expect(optionNames.filter((name) => !/^[A-Z].*\.$/.test(optionOf(name).description))).toEqual([])
  })

  test('has defaults that their options accept unchanged', () => {
    const changed = optionNames.filter((name) => {
      const option = optionOf(name)
      return option.default !== undefined && coerced(name, option.default) !== option.default
    })
    expect(changed).toEqual([])
  })

  test('names every option in snake_case and finds it in both spellings', () => {
    const camelCase = (name: string) => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
    const misnamed = optionNames.filter(
      (name) => name !== 'finalRetry' && !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name),
    )
    expect(misnamed).toEqual([])
    const lost = optionNames.filter(
      (name) => optionNamed(name) !== name || optionNamed(camelCase(name)) !== name,
    )
    expect(lost).toEqual([])
  })

  test('contains no name of a prototype member', () => {
    for (const name of ['__proto__', 'constructor', 'toString']) expect(optionNamed(name)).toBeUndefined()
  })

  test('finds the nearest name', () => {
    expect(nearestName('hieght')).toBe('height')
    expect(nearestName('Full_Page')).toBe('full_page')
    expect(nearestName('x')).toBeUndefined()
    expect(nearestName('completely_different')).toBeUndefined()
  })

  test('fills in defaults only for options that are not given', () => {
    expect(resolveOptions({ url: 'a', width: 5 })).toMatchObject({
      url: 'a',
      width: 5,
      height: 1024,
      format: 'png',
    })
    expect(resolveOptions({ url: 'a' })).not.toHaveProperty('selector')
  })
})
