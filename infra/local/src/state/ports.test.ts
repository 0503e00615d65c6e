import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, test } from '@jest/globals'
import { choosePorts } from './ports.ts'

describe('ports', () => {
  test('are all different, free, and below the ephemeral range', async () => {
    const ports = Object.values(await choosePorts({}))
    expect(new Set(ports).size).toBe(9)
    for (const port of ports) expect(port).toBeLessThan(32_768)
  })

  test('stay the same as last time', async () => {
    const last = await choosePorts({})
    expect(await choosePorts({}, last)).toEqual(last)
  })

  test('change when another process has taken the last one', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const last = { ...(await choosePorts({})), gateway: port }
    const ports = await choosePorts({}, last)
    taken.close()
    expect(ports.gateway).not.toBe(port)
    expect(ports.management).toBe(last.management)
  })

  test('are taken from the environment when it sets them', async () => {
    const last = await choosePorts({})
    const ports = await choosePorts({ PORT: '8080', MANAGEMENT_PORT: String(last.redis) }, last)
    expect(ports.gateway).toBe(8080)
    expect(ports.management).toBe(last.redis)
    expect(ports.redis).not.toBe(last.redis)
  })

  test.each(['http', '0', '70000', '80.5'])('rejects %s and names the variable', async (value) => {
    await expect(choosePorts({ MANAGEMENT_PORT: value })).rejects.toThrow('MANAGEMENT_PORT')
  })
})
