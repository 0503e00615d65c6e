import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { startStack, type Stack } from '../src/index.ts'
import { descendants, isAlive, type ProcessIdentity } from '../src/process/process-identity.ts'
import { declaredNames, SERVICES, wiring, type Connections } from '../src/stack/service-environment.ts'

const START_MS = 240_000

async function answers(stack: Stack): Promise<boolean> {
  return fetch(`${stack.info.baseUrl}/health`).then(
    (response) => response.ok,
    () => false,
  )
}

/** Returns the running descendants of this process that were not in `before` and are not of `other`, whose database starts some. */
function started(before: readonly ProcessIdentity[], other: Stack): ProcessIdentity[] {
  const found = descendants(process.pid)
  const others = Object.values(other.processes).flatMap(({ identity }) => descendants(identity!.pid))
  return found.filter((each) => isAlive(each) && ![...before, ...others].some(({ pid }) => pid === each.pid))
}

describe('a stack', () => {
  let first: Stack

  beforeAll(async () => {
    first = await startStack()
  }, START_MS)

  afterAll(() => first?.stop(), START_MS)

  test.each(SERVICES)('gives %s only variables that its configuration reads', async (service) => {
    const connections = {
      ports: {},
      redisUrlOf: () => 'redis://here',
      secrets: { workerKeys: {}, dispatcherKeys: {} },
    } as unknown as Connections
    expect(await declaredNames(service)).toEqual(
      expect.arrayContaining(Object.keys(wiring(service, connections))),
    )
  })

  test(
    'restarts a killed service and answers again',
    async () => {
      const { gateway } = first.processes
      const killed = gateway.identity!
      gateway.kill('SIGKILL')
      await gateway.ready()
      expect(isAlive(killed)).toBe(false)
      expect(await answers(first)).toBe(true)
    },
    START_MS,
  )

  test(
    'runs beside another stack, and its stop ends all its processes and no others',
    async () => {
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
    'reports why it cannot become ready and leaves no process',
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
      expect(problem).toContain('gateway keeps crashing')
      expect(problem).toContain('MANAGEMENT_INTERNAL_URL')
      expect(started(before, first)).toEqual([])
    },
    START_MS,
  )

  test(
    'stops starting at once when its signal is aborted',
    async () => {
      const before = descendants(process.pid)
      const abort = new AbortController()
      const starting = startStack({
        signal: abort.signal,
        report: () => abort.abort(new Error('changed my mind')),
      })
      await expect(starting).rejects.toThrow('changed my mind')
      expect(started(before, first)).toEqual([])
    },
    START_MS,
  )

  test(
    'rejects a REDIS_URL that does not answer and names the variable',
    async () => {
      const starting = startStack({ environment: { REDIS_URL: 'redis://127.0.0.1:1' } })
      await expect(starting).rejects.toThrow('REDIS_URL')
    },
    START_MS,
  )
})
