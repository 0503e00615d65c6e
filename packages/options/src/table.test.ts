import { describe, expect, test } from '@jest/globals'
import { nearestName, optionNamed } from './names.ts'
import { resolveOptions } from './resolve.ts'
import { groups, optionNames, optionOf } from './table.ts'

const reading = { isForm: false, path: '', refuse: unexpected, ignore: unexpected }

function unexpected(): never {
  throw new Error('There is nothing to complain of.')
}

describe('the option table', () => {
  test('holds every option of every group once', () => {
    const grouped = Object.values(groups).flatMap((group) => Object.keys(group))
    expect(grouped.toSorted()).toEqual(optionNames.toSorted())
    expect(new Set(grouped).size).toBe(grouped.length)
  })

  test.each(optionNames)('%s is described by a sentence, and its default is valid', (name) => {
    const option = optionOf(name)
    expect(option.description).toMatch(/^[A-Z].*\.$/)
    if (option.default !== undefined) expect(option.coerce(option.default, reading)).toBe(option.default)
  })

  test.each(optionNames)('%s is a snake_case name, found in both spellings', (name) => {
    if (name !== 'finalRetry') expect(name).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/)
    expect(optionNamed(name)).toBe(name)
    expect(optionNamed(name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()))).toBe(name)
  })

  test('knows no prototype name', () => {
    for (const name of ['__proto__', 'constructor', 'toString']) expect(optionNamed(name)).toBeUndefined()
  })

  test('finds the name that was meant', () => {
    expect(nearestName('hieght')).toBe('height')
    expect(nearestName('Full_Page')).toBe('full_page')
    expect(nearestName('x')).toBeUndefined()
    expect(nearestName('completely_different')).toBeUndefined()
  })

  test('fills defaults, and only where nothing was given', () => {
    expect(resolveOptions({ url: 'a', width: 5 })).toMatchObject({
      url: 'a',
      width: 5,
      height: 1024,
      format: 'png',
    })
    expect(resolveOptions({ url: 'a' })).not.toHaveProperty('selector')
  })
})
