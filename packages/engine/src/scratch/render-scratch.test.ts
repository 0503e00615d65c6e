import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readBody } from '@render/outputs'
import { createScratch } from './render-scratch.ts'

let under: string
beforeEach(() => {
  under = mkdtempSync(join(tmpdir(), 'render-scratch-test-'))
})
afterEach(() => rmSync(under, { recursive: true }))

describe('a scratch folder', () => {
  test('is created with its first file, is accessible only to our user, and is removed with its files', async () => {
    const scratch = createScratch({ quotaBytes: 1000, under })
    expect(readdirSync(under)).toEqual([])
    writeFileSync(await scratch.file('a.pdf'), 'content')
    writeFileSync(await scratch.file('b.pdf'), 'content')
    const [name] = readdirSync(under)
    expect(readdirSync(join(under, name!))).toEqual(['a.pdf', 'b.pdf'])
    expect(statSync(join(under, name!)).mode & 0o077).toBe(0)
    await scratch[Symbol.asyncDispose]()
    expect(readdirSync(under)).toEqual([])
    await expect(scratch.file('c.pdf')).rejects.toThrow('The render has ended')
  })

  test('returns files as bodies of outputs', async () => {
    await using scratch = createScratch({ quotaBytes: 1000, under })
    const path = await scratch.file('a.pdf')
    writeFileSync(path, 'content')
    const body = await scratch.take('a.pdf')
    expect(body).toEqual({ path, sizeBytes: 7 })
    expect(String(await readBody(body))).toBe('content')
  })

  test('throws when all files together exceed the quota', async () => {
    await using scratch = createScratch({ quotaBytes: 1024 ** 2, under })
    writeFileSync(await scratch.file('a.pdf'), Buffer.alloc(1024 ** 2))
    await scratch.take('a.pdf')
    writeFileSync(await scratch.file('b.pdf'), 'x')
    await expect(scratch.take('b.pdf')).rejects.toMatchObject({
      code: 'RenderFailedError',
      message: 'The files of the render exceed the limit of 1 MB in total.',
    })
  })

  test('throws for a symbolic link', async () => {
    await using scratch = createScratch({ quotaBytes: 1000, under })
    symlinkSync('/etc/hostname', await scratch.file('a.pdf'))
    await expect(scratch.take('a.pdf')).rejects.toThrow('must be a regular file')
  })

  test.each(['../a', 'a/b', '..', '/a', ''])('throws for the file name %j', async (name) => {
    await using scratch = createScratch({ quotaBytes: 1000, under })
    await expect(scratch.file(name)).rejects.toThrow('Invalid name of a scratch file')
  })
})
