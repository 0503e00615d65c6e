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
  test('the last lines are those at the end, also of a long log', () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => `line ${index}`)
    writeFileSync(`${directory}/a.log`, `${lines.join('\n')}\n`)
    expect(lastLines(`${directory}/a.log`, 2)).toBe('    line 9998\n    line 9999')
  })

  test('a log that is not there is said to be missing', () => {
    expect(lastLines(`${directory}/none.log`, 2)).toContain('no log')
  })

  test('one beyond 10 MB is put aside at the next start, a smaller one is continued', () => {
    writeFileSync(`${directory}/large.log`, '')
    truncateSync(`${directory}/large.log`, 10 * 1024 * 1024 + 1)
    writeFileSync(`${directory}/small.log`, 'x')
    makeLogDirectory(directory)
    expect(existsSync(`${directory}/large.log`)).toBe(false)
    expect(existsSync(`${directory}/large.log.1`)).toBe(true)
    expect(existsSync(`${directory}/small.log`)).toBe(true)
  })
})
