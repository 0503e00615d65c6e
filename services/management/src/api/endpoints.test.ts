import { expect, test } from '@jest/globals'
import { readdirSync } from 'node:fs'

test('every route has its file of tests, and every such file its route', () => {
  const named = (folder: string, ending: string) =>
    readdirSync(new URL(folder, import.meta.url))
      .filter((file) => file.endsWith(ending))
      .map((file) => file.slice(0, -ending.length))
      .toSorted()
  expect(named('../../tests/routes', '.test.ts')).toEqual(named('../routes', '.ts'))
})
