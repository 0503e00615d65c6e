import { expect, test } from '@jest/globals'
import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const MAX_FILES = 25

test(`no source folder contains more than ${MAX_FILES} files, tests and generated code aside`, () => {
  const files = globSync('{packages,services,infra}/*/src/**/*.{ts,mjs,sh}', { cwd: root }).filter(
    (file) => !/\.test\.ts$|\/generated\//.test(file),
  )
  const folders = Object.entries(Object.groupBy(files, (file) => dirname(file)))
  expect(folders.length).toBeGreaterThan(30)
  const large = folders.filter(([, inside = []]) => inside.length > MAX_FILES)
  expect(large.map(([folder, inside = []]) => `${folder}: ${inside.length}`)).toEqual([])
})
