import { expect, test } from '@jest/globals'
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { createScratch } from '../src/index.ts'
import { createRunProgram, type ProgramLimits, type ProgramRun } from '../src/programs/run-program.ts'
import { shareTestProxy } from './test-proxy.ts'

const ROOT = process.geteuid!() === 0
const LIMITS: ProgramLimits = { timeoutMs: 10_000, memoryBytes: 1024 ** 3, outputBytes: 1024 ** 2 }

/** Runs a shell script and returns what it writes. */
async function run(
  script: string,
  {
    enter,
    limits,
    ...more
  }: Partial<Omit<ProgramRun, 'limits'>> & {
    enter?: readonly string[]
    limits?: Partial<ProgramLimits>
  } = {},
): Promise<string> {
  const environment = { PATH: process.env.PATH, SECRET_KEY: 'secret' }
  const runProgram = createRunProgram({ environment, enter })
  const output = await runProgram({
    path: '/bin/sh',
    args: (pathOf) => ['-c', script, 'sh', pathOf('input')],
    limits: { ...LIMITS, ...limits },
    signal: new AbortController().signal,
    ...more,
  })
  return output.toString()
}

/** Returns the command lines of all processes. */
function commands(): string {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const read = (pid: string): string => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    } catch {
      return ''
    }
  }
  return pids.map(read).join('\n')
}

test('gives the program files, standard input and a folder of its own, but not our environment', async () => {
  const script = 'cat "$1"; cat; echo x > file; pwd; id -u; env'
  const files = { input: Buffer.from('a file\n') }
  const output = await run(script, { files, stdin: Readable.from([Buffer.from('a stream\n')]) })
  const [file, stream, folder, uid, ...environment] = output.split('\n')
  expect([file, stream]).toEqual(['a file', 'a stream'])
  expect(uid).toBe(ROOT ? '65534' : String(process.getuid!()))
  expect(environment.join()).not.toContain('secret')
  expect(() => readlinkSync(folder!)).toThrow('ENOENT')
})

test('copies files for the program, and writes its output to a file', async () => {
  await using scratch = createScratch({ quotaBytes: 100 })
  const [path, to] = [await scratch.file('input'), await scratch.file('output')]
  writeFileSync(path, 'a file', { mode: 0o600 })
  expect(await run('cat "$1"', { files: { input: { path } }, to })).toBe('')
  expect(readFileSync(to, 'utf8')).toBe('a file')
  const tooLong = run('cat "$1"', { files: { input: { path } }, to, limits: { outputBytes: 5 } })
  await expect(tooLong).rejects.toMatchObject({ reason: 'output' })
})

test('copies a file that the program wrote, and tells what it logged', async () => {
  await using scratch = createScratch({ quotaBytes: 100 })
  const to = await scratch.file('output')
  const logs: string[] = []
  const written = { name: 'file', to }
  expect(
    await run('echo ok; echo log >&2; echo text > file', { written, onLog: (text) => logs.push(text) }),
  ).toBe('ok\n')
  expect([logs, readFileSync(to, 'utf8')]).toEqual([['log\n'], 'text\n'])
  for (const script of ['ln -s /etc/hostname file', 'mkdir file', 'mkfifo file', ''])
    await expect(run(script, { written })).rejects.toMatchObject({ reason: 'output' })
})

test('reads no more of its input than the program does', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<number>()
  async function* endless() {
    let parts = 0
    try {
      for (; ; parts += 1) yield Buffer.alloc(1_000_000)
    } finally {
      resolve(parts)
    }
  }
  expect(await run('head -c 3000000 | wc -c', { stdin: endless() })).toBe('3000000\n')
  expect(await closed).toBeLessThanOrEqual(5)
})

test('ends with its input when that fails', async () => {
  const lost = new Error('lost')
  async function* failing() {
    yield Buffer.from('part')
    throw lost
  }
  await expect(run('cat; exec sleep 1000', { stdin: failing() })).rejects.toMatchObject({
    reason: 'input',
    cause: lost,
  })
})

test('yields the CPU to other processes', async () => {
  const wait =
    '[ ! -e /proc/self/autogroup ] || until grep -q "nice 15" /proc/self/autogroup; do sleep 0.01; done'
  expect(await run(`${wait}; nice`, { niceness: 15 })).toBe('15\n')
})

test.each<[string, string, string, Partial<ProgramLimits>]>([
  ['exit', 'fails', 'echo complaint >&2; exit 3', {}],
  ['timeout', 'takes too long', 'sleep 1000', { timeoutMs: 300 }],
  ['output', 'writes too much', 'exec cat /dev/zero', { outputBytes: 1_000_000 }],
  ['exit', 'writes too large a file', 'exec head -c 2000000 /dev/zero > file', { outputBytes: 1_000_000 }],
  [
    'exit',
    'needs too much memory',
    'head -c 400000000 /dev/zero | tail -c 300000000',
    { memoryBytes: 100_000_000 },
  ],
])('reports %s when the program %s', async (reason, _, script, limits) => {
  await expect(run(script, { limits })).rejects.toMatchObject({ name: 'ProgramFailed', reason })
})

test('reports a program that does not exist', async () => {
  await expect(run('', { path: '/nowhere/program' })).rejects.toMatchObject({ reason: 'exit' })
})

test('kills the children of a program that ends without them', async () => {
  const marker = `1000.${Math.floor(Math.random() * 1e6)}`
  expect(await run(`sleep ${marker} & echo done`)).toBe('done\n')
  expect(commands()).not.toContain(marker)
})

test.each(['timeout', 'aborted'])('kills the children of a program that ends by %s', async (reason) => {
  const marker = `1000.${Math.floor(Math.random() * 1e6)}`
  const over = new AbortController()
  const running = run(`sleep ${marker} & wait`, { signal: over.signal, limits: { timeoutMs: 1000 } })
  if (reason === 'aborted') setTimeout(() => over.abort(), 500)
  await expect(running).rejects.toMatchObject({ reason })
  expect(commands()).not.toContain(marker)
})

const proxy = await shareTestProxy()
const testInside = proxy.namespace ? test : test.skip

testInside('runs the program in the network namespace', async () => {
  const network = await run('readlink /proc/self/ns/net', { enter: proxy.enter })
  expect(network).toMatch(/^net:/)
  expect(network.trim()).not.toBe(readlinkSync('/proc/self/ns/net'))
})
