import { expect, test } from '@jest/globals'
import { createSignJob, createVerifyJob } from './job-mac.ts'

const data = { projectId: 'p', options: { width: 3, tag: 'é' }, queue: undefined }
const mac = createSignJob('new')('id', data)
const verify = createVerifyJob(['old', 'new'])

test('a MAC is valid for the same data, also after it was stored', () => {
  expect(verify('id', data, mac)).toBe(true)
  expect(verify('id', JSON.parse(JSON.stringify(data)) as object, mac)).toBe(true)
  expect(verify('id', data, createSignJob('old')('id', data))).toBe(true)
})

test.each<[string, string, object, string]>([
  ['id', 'other', data, mac],
  ['owner', 'id', { ...data, projectId: 'q' }, mac],
  ['option', 'id', { ...data, options: { width: 4 } }, mac],
  ['key', 'id', data, createSignJob('another')('id', data)],
  ['length', 'id', data, mac.slice(1)],
  ['text', 'id', data, ''],
])('a MAC is not valid with another %s', (_, id, changed, given) => {
  expect(verify(id, changed, given)).toBe(false)
})
