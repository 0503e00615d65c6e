import { expect, test } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { collectGarbage } from '../index.ts'

/** `kept` is allocated last, so that the C library cannot shrink its heap from the end. */
const PROGRAM = `
  const megabytes = []
  const measure = (next) => {
    process.kill(process.pid, 'SIGUSR2')
    setTimeout(() => { megabytes.push(process.memoryUsage.rss() / 1e6); next() }, 100)
  }
  const allocate = (count, bytes) => Array.from({ length: count }, () => Buffer.allocUnsafeSlow(bytes).fill(1))
  let dropped = allocate(2000, 50_000)
  const kept = allocate(100, 1000)
  measure(() => {
    dropped = undefined
    measure(() => console.log(JSON.stringify({ megabytes, kept: kept.length })))
  })`

// Fails by the full 100 MB without `malloc_trim`.
test('returns dropped memory to the system', () => {
  const flags = ['--expose-gc', '--import', collectGarbage, '--eval', PROGRAM]
  const output = execFileSync(process.execPath, flags, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const { megabytes } = JSON.parse(output) as { megabytes: [held: number, left: number] }
  const [held, left] = megabytes
  expect(held - left).toBeGreaterThan(95)
})
