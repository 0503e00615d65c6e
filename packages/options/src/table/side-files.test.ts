import { expect, test } from '@jest/globals'
import { sideFileLists, sideFiles } from '@render/outputs'
import { optionNames } from './table.ts'

test('the options that request and upload side files exist', () => {
  const rows = [...Object.values(sideFiles), ...Object.values(sideFileLists)]
  const named = rows.flatMap((row) => [row.option, ...('uploadOption' in row ? [row.uploadOption] : [])])
  expect(named.filter((name) => !(optionNames as readonly string[]).includes(name))).toEqual([])
})
