import { afterAll, beforeAll } from '@jest/globals'
import { startDnsServer } from '@render/testkit'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { useOwnStack, type OwnWorld } from '../use-own-stack.ts'

/** A stack whose logs, stores and temporary files can be searched, because no other tests write there. */
export interface SearchedWorld extends OwnWorld {
  readonly databaseUrl: string
  /** The folder of all services for temporary files. */
  readonly temporary: string
}

/** The origin's name, which is in nothing else. The stack's DNS server knows no other names. */
export const NAMED_HOST = 'sesame-page.com'

/** Starts it before the tests of the enclosing block and stops it afterwards. */
export function useSearchedWorld(): SearchedWorld {
  const temporary = mkdtempSync(join(tmpdir(), 'discretion-'))
  // Several users write into this folder.
  chmodSync(temporary, 0o1777)
  let dns: Awaited<ReturnType<typeof startDnsServer>>
  beforeAll(async () => {
    dns = await startDnsServer((name, type) =>
      name === NAMED_HOST && type === 'A' ? { records: [{ type, data: '127.0.1.1' }] } : { rcode: 3 },
    )
  })
  const world: SearchedWorld & { databaseUrl: string } = Object.assign(
    useOwnStack({
      adjustEnvironment(_service, environment) {
        if (environment.DATABASE_URL) world.databaseUrl = environment.DATABASE_URL
        return { ...environment, DNS_SERVERS: dns.address, TMPDIR: temporary }
      },
    }),
    { databaseUrl: '', temporary },
  )
  afterAll(async () => {
    await dns[Symbol.asyncDispose]()
    rmSync(temporary, { recursive: true, force: true })
  })
  return world
}
