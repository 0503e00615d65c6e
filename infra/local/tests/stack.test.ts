import { describe, expect, test } from '@jest/globals'
import { declaredNames } from '../src/declared-names.ts'
import { startStack, type Stack } from '../src/index.ts'
import { descendants, isAlive, type ProcessIdentity } from '../src/process-identity.ts'
import { SERVICES, wiring, type Facts } from '../src/service-environment.ts'

const START_MS = 240_000

async function answers(stack: Stack): Promise<boolean> {
  return fetch(`${stack.info.baseUrl}/health`).then(
    (response) => response.ok,
    () => false,
  )
}

/** What this process has started since `before`, and that runs still. */
function started(before: readonly ProcessIdentity[]): ProcessIdentity[] {
  return descendants(process.pid).filter(({ pid }) => !before.some((each) => each.pid === pid))
}

describe('a stack', () => {
  test.each(SERVICES)('gives %s no name that its configuration does not read', async (service) => {
    const facts = { ports: {}, secrets: { workerKeys: {}, dispatcherKeys: {} } } as unknown as Facts
    expect(await declaredNames(service)).toEqual(expect.arrayContaining(Object.keys(wiring(service, facts))))
  })

  test(
    'starts a service again that was killed, and the whole answers again',
    async () => {
      await using stack = await startStack()
      const { gateway } = stack.processes
      const killed = gateway.identity!
      gateway.kill('SIGKILL')
      await gateway.ready()
      expect(isAlive(killed)).toBe(false)
      expect(await answers(stack)).toBe(true)
    },
    START_MS,
  )

  test(
    'runs beside another one, and each is gone after its stop with all that it had started',
    async () => {
      await using first = await startStack()
      const second = await startStack()
      expect(second.info.baseUrl).not.toBe(first.info.baseUrl)
      const family = Object.values(second.processes).flatMap(({ identity }) => [
        identity!,
        ...descendants(identity!.pid),
      ])
      await second.stop()
      expect(family.filter(isAlive)).toEqual([])
      expect(await answers(second)).toBe(false)
      expect(await answers(first)).toBe(true)
    },
    START_MS,
  )

  test(
    'that cannot get ready says why and leaves nothing behind',
    async () => {
      const before = descendants(process.pid)
      const starting = startStack({
        adjustEnvironment: (service, environment) =>
          service === 'gateway' ? { ...environment, MANAGEMENT_INTERNAL_URL: 'no address' } : environment,
      })
      const problem = await starting.then(
        (stack) => stack.stop().then(() => 'none'),
        (error: Error) => error.message,
      )
      expect(problem).toContain('gateway dies again and again')
      expect(problem).toContain('MANAGEMENT_INTERNAL_URL')
      expect(started(before)).toEqual([])
    },
    START_MS,
  )

  test(
    'gives up starting at once when it is told to',
    async () => {
      const before = descendants(process.pid)
      const abort = new AbortController()
      const starting = startStack({
        signal: abort.signal,
        report: () => abort.abort(new Error('changed my mind')),
      })
      await expect(starting).rejects.toThrow('changed my mind')
      expect(descendants(process.pid).filter(({ pid }) => !before.some((each) => each.pid === pid))).toEqual(
        [],
      )
    },
    START_MS,
  )

  test(
    'refuses a Redis that does not answer, by the name of its variable',
    async () => {
      const starting = startStack({ environment: { REDIS_URL: 'redis://127.0.0.1:1' } })
      await expect(starting).rejects.toThrow('REDIS_URL')
    },
    START_MS,
  )
})
