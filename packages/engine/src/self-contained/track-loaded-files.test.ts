import { EventEmitter } from 'node:events'
import { expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { trackLoadedFiles } from './track-loaded-files.ts'

const ADDRESS = 'https://a.example/a.png'

interface Loaded {
  method?: string
  status: number
  body: string
}

/** Tracks a page that loads one address so often. */
function track(loaded: Loaded[]) {
  const page = new EventEmitter()
  const files = trackLoadedFiles(page as unknown as Pick<Page, 'on'>)
  for (const { method = 'GET', status, body } of loaded) {
    const request = { url: () => ADDRESS, method: () => method, redirectedFrom: () => null }
    page.emit('request', request)
    page.emit('response', {
      request: () => request,
      status: () => status,
      headers: () => ({}),
      url: () => ADDRESS,
      body: () => Promise.resolve(Buffer.from(body)),
    })
  }
  return files
}

const whole = { status: 200, body: 'whole' }
test.each<[name: string, loaded: Loaded[], body: string | undefined]>([
  ['its headers alone', [whole, { method: 'HEAD', status: 200, body: '' }], 'whole'],
  ['the answer to what it sent', [whole, { method: 'POST', status: 200, body: 'thanks' }], 'whole'],
  ['a part of it', [whole, { status: 206, body: 'wh' }], 'whole'],
  ['a failure', [whole, { status: 429, body: 'too many' }], 'whole'],
  ['the whole after a part', [{ status: 206, body: 'wh' }, whole], 'whole'],
  ['a newer one', [whole, { status: 200, body: 'newer' }], 'newer'],
  ['only its headers', [{ method: 'HEAD', status: 200, body: '' }], undefined],
])('a file of which the page later loads %s', async (_, loaded, body) => {
  expect((await track(loaded).find(ADDRESS)?.read())?.toString()).toBe(body)
})

test('a file that the browser asked for with https is found by its address with http', async () => {
  const files = track([whole])
  expect((await files.find(ADDRESS.replace('https', 'http'))?.read())?.toString()).toBe('whole')
  expect(files.wasAsked(ADDRESS.replace('https', 'http'))).toBe(true)
  expect(files.wasAsked('http://b.example/')).toBe(false)
})
