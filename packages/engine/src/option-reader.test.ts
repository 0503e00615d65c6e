import { expect, test } from '@jest/globals'
import { resolveOptions, toRenderOptions } from '@render/options'
import { reads } from './option-reader.ts'

test('a reader declares its options and passes on other arguments', () => {
  const area = reads({ name: 'area', owns: ['width'], borrows: ['height'] }, (options, ratio: number) => {
    // @ts-expect-error dpr is not declared
    void options.dpr
    return options.width * options.height * ratio
  })
  expect([area.reader, area.owns, area.borrows]).toEqual(['area', ['width'], ['height']])
  expect(area(toRenderOptions(resolveOptions({ url: 'a.example', width: 10, height: 20 })), 2)).toBe(400)
})
