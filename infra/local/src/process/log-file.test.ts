import { existsSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { lastLines, makeLogDirectory } from './log-file.ts'

let directory: string

beforeEach(() => {
  directory = mkdtempSync(`${tmpdir()}/logs-`)
})

afterEach(() => rmSync(directory, { recursive: true }))

describe('logs', () => {
  test('returns the last lines of a long log', () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => `line ${index}`)
    writeFileSync(`${directory}/a.log`, `${lines.join('\n')}\n`)
    expect(lastLines(`${directory}/a.log`, 2)).toBe('    line 9998\n    line 9999')
  })

  test('reports that a log does not exist', () => {
    expect(lastLines(`${directory}/none.log`, 2)).toContain('no log')
  })

  test('renames a log larger than 10 MB and keeps a smaller one', () => {
    writeFileSync(`${directory}/large.log`, '')
    truncateSync(`${directory}/large.log`, 10 * 1024 * 1024 + 1)
    writeFileSync(`${directory}/small.log`, 'x')
    makeLogDirectory(directory)
    expect(existsSync(`${directory}/large.log`)).toBe(false)
    expect(existsSync(`${directory}/large.log.1`)).toBe(true)
    expect(existsSync(`${directory}/small.log`)).toBe(true)
  })
})
