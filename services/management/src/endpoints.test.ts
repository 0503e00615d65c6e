import { expect, test } from '@jest/globals'
import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { endpoints } from './endpoints.ts'

/** Test files of families of endpoints, by the ids of the endpoints. */
const FAMILIES: [id: RegExp, file: string][] = [
  [/^(un)?assign/, 'assignments'],
  [/^(list|create|get|change|delete)Prox(y|ies)$/, 'proxies'],
  [/^(list|create|get|change|delete)StorageCredentials?$/, 'storage-credentials'],
  [/^(list|create|get|change|delete)LlmCredentials?(OfCaller)?$/, 'llm-credentials'],
]

test('every endpoint has its test file, and every test file its endpoint', () => {
  const expected = new Set(endpoints.map(({ id }) => testFileOf(id)))
  const present = readdirSync(new URL('../tests/routes', import.meta.url), { recursive: true })
    .map((file) => basename(String(file)))
    .filter((file) => file.endsWith('.test.ts'))
  expect(present.toSorted()).toEqual([...expected].toSorted())
})

function testFileOf(id: string): string {
  const family = FAMILIES.find(([pattern]) => pattern.test(id))?.[1]
  const own = id
    .replace(/(OfCaller|ByPost)$/, '')
    .replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return `${family ?? own}.test.ts`
}
