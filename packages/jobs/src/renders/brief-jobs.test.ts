import { expect, test } from '@jest/globals'
import { resolveOptions, type PublicOptions } from '@render/options'
import { toJobOptions, optionsOf } from './brief-jobs.ts'

const options: PublicOptions = resolveOptions({ url: 'http://a.example/', width: 5 })
const stored = (given: PublicOptions) =>
  JSON.parse(JSON.stringify(toJobOptions(given))) as ReturnType<typeof toJobOptions>

test('a job has only the options with other values than their default, and all of them are read from it', () => {
  expect(stored(options)).toEqual({
    options: { url: 'http://a.example/', width: 5, media: 'screen' },
    areBrief: true,
  })
  expect(optionsOf(stored(options))).toEqual(options)
})

test('the few options that the queue may know of a private render stay as they are', () => {
  const few = { secure_mode: true, timeout: 30_000 }
  expect(stored(few)).toEqual({ options: few })
  expect(optionsOf(stored(few))).toEqual(few)
})

test('a job of the previous version has all options', () => {
  expect(optionsOf({ options: { width: 5 } })).toEqual({ width: 5 })
})
