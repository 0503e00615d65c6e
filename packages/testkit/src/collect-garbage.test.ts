import { expect, test } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { collectGarbage } from './index.ts'

/** What is kept was made last, so that the C library has nothing free at its end to give back. */
const PROGRAM = `
  const megabytes = []
  const look = (next) => {
    process.kill(process.pid, 'SIGUSR2')
    setTimeout(() => { megabytes.push(process.memoryUsage.rss() / 1e6); next() }, 100)
  }
  const make = (count, bytes) => Array.from({ length: count }, () => Buffer.allocUnsafeSlow(bytes).fill(1))
  let dropped = make(2000, 50_000)
  const kept = make(100, 1000)
  look(() => {
    dropped = undefined
    look(() => console.log(JSON.stringify({ megabytes, kept: kept.length })))
  })`

// Seen to fail, by all of the hundred, without `malloc_trim`.
test('what is held counts, what was dropped does not', () => {
  const flags = ['--expose-gc', '--import', collectGarbage, '--eval', PROGRAM]
  const told = execFileSync(process.execPath, flags, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const { megabytes } = JSON.parse(told) as { megabytes: [held: number, left: number] }
  const [held, left] = megabytes
  expect(held - left).toBeGreaterThan(95)
})
