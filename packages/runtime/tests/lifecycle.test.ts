import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from '@jest/globals'

const program = fileURLToPath(new URL('fixtures/service.ts', import.meta.url))
const children = new Set<ChildProcess>()

afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
})

/** Runs the fixture service; resolves when it has started. */
async function startService(fate: 'ends' | 'fails' | 'hangs') {
  const child = spawn(process.execPath, [program, fate], { stdio: ['ignore', 'pipe', 'pipe'] })
  children.add(child)
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  let output = ''
  const said = new EventTarget()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      said.dispatchEvent(new Event('said'))
    })
  async function says(text: string): Promise<void> {
    while (!output.includes(text)) await once(said, 'said')
  }
  await says('started')
  return { signal: (name: NodeJS.Signals) => child.kill(name), says, output: () => output, ended }
}

describe('runService', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('stops the service at %s and exits with 0', async (name) => {
    const service = await startService('ends')
    service.signal(name)
    expect(await service.ended).toEqual([0, null])
    await service.says('"stopped"')
  })

  test('exits with 1 and prints the error when the stop fails', async () => {
    const service = await startService('fails')
    service.signal('SIGTERM')
    expect(await service.ended).toEqual([1, null])
    await service.says('The stop failed.')
  })

  test.each([
    ['SIGTERM', 'SIGTERM'],
    ['SIGTERM', 'SIGINT'],
    ['SIGINT', 'SIGTERM'],
    ['SIGINT', 'SIGINT'],
  ] as const)('exits with 1 at once when %s, whose stop hangs, is followed by %s', async (first, second) => {
    const service = await startService('hangs')
    service.signal(first)
    await service.says('stopping')
    service.signal(second)
    expect(await service.ended).toEqual([1, null])
  })

  test.each([
    ['uncaught error', 'SIGUSR2', 'Nobody catches this.'],
    ['unhandled rejection', 'SIGHUP', 'Nobody handles this.'],
  ] as const)('stops the service at an %s, logs it and exits with 1', async (_, name, message) => {
    const service = await startService('ends')
    service.signal(name)
    expect(await service.ended).toEqual([1, null])
    await service.says('stopping after an uncaught error')
    await service.says(message)
    await service.says('"stopped"')
    expect(service.output()).not.toContain('private')
  })

  test('a signal during the stop after an uncaught error does not interrupt it', async () => {
    const service = await startService('hangs')
    service.signal('SIGUSR2')
    await service.says('stopping after an uncaught error')
    service.signal('SIGTERM')
    service.signal('SIGHUP')
    await service.says('Nobody handles this.')
    service.signal('SIGTERM')
    expect(await service.ended).toEqual([1, null])
  })
})
