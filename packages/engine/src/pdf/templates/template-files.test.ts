import { expect, test } from '@jest/globals'
import type { PageContext } from '../../page-context.ts'
import { createTemplateFiles } from './template-files.ts'

/** Returns the files of templates whose downloads are of so many bytes, and the limits of each download. */
function filesOf(bytes: number) {
  const limits: { timeoutMs: number; maxBytes: number }[] = []
  const download = (_: URL, { timeoutMs, maxBytes }: (typeof limits)[number]) => {
    limits.push({ timeoutMs, maxBytes })
    return Promise.resolve({ status: 200, body: Buffer.alloc(bytes) })
  }
  const page = { http: { download }, signal: new AbortController().signal } as unknown as PageContext
  return { files: createTemplateFiles(page), limits }
}

test('files have 5 MB and ten seconds together', async () => {
  const { files, limits } = filesOf(2_000_000)
  for (const name of ['a', 'b']) expect(await files.get(`https://a.example/${name}`)).toBeDefined()
  expect(await files.get('https://a.example/c')).toBeUndefined()
  expect(await files.get('https://a.example/d')).toBeUndefined()
  expect(limits.map(({ maxBytes }) => maxBytes)).toEqual([5_000_000, 3_000_000, 1_000_000])
  for (const { timeoutMs } of limits) expect(timeoutMs).toBeLessThanOrEqual(10_000)
})

test('each file is fetched once, and nothing but http and data addresses', async () => {
  const { files, limits } = filesOf(9)
  const [one, same] = await Promise.all([files.get('http://a.example/'), files.get('http://a.example/')])
  expect(one).toBe(same)
  expect(limits).toHaveLength(1)
  for (const address of ['file:///etc/passwd', 'ftp://a.example/', 'blob:https://a.example/1'])
    expect(await files.get(address)).toBeUndefined()
  expect(await files.get('data:text/css,a')).toEqual({ body: Buffer.from('a') })
  expect(limits).toHaveLength(1)
})
