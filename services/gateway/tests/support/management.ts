// A fake management that serves its internal API from maps which a test fills.
import { createServer } from 'node:http'
import { once } from 'node:events'
import { freePort } from '@render/local'
import { internalPaths, type Account, type BatchRecord, type RenderRecord } from '@render/management-client'
import type { LinkKeys } from '@render/testkit'
import { hashApiKey, makeApiKey } from '@render/vault'

const TOKEN = 'a-token-of-the-gateway'

export async function startManagement() {
  const accounts = new Map<string, Account>()
  const records = new Map<string, RenderRecord>()
  const batches = new Map<string, BatchRecord>()
  const requests: string[] = []
  /** Organisations in the order of their changes; a cursor is a position. */
  const changes: string[] = []

  const server = createServer((req, res) => {
    requests.push(req.url!)
    const answer = (status: number, body: object) =>
      void res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (req.headers.authorization !== `Bearer ${TOKEN}`) return answer(401, {})
    const { pathname, searchParams } = new URL(req.url!, 'http://management')
    if (pathname === internalPaths.accountChanges) {
      const since = searchParams.get('since')
      const organisations = since === null ? null : changes.slice(Number(since))
      return answer(200, { cursor: String(changes.length), organisations })
    }
    const account = accounts.get(req.url!)
    const record = records.get(req.url!)
    const batch = batches.get(req.url!)
    if (req.method === 'DELETE' && record?.outcome) Object.assign(record.outcome, { deleted: true })
    if (account) return answer(200, { account })
    if (record) return answer(200, { record })
    if (batch) return answer(200, { batch })
    answer(404, { error: { code: 'NotFound' } })
  })
  // The system gives this port to nobody else while the server is away.
  const port = await freePort()
  await listen(port)

  async function listen(at: number): Promise<void> {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
  }

  async function leave(): Promise<void> {
    if (!server.listening) return
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }

  return {
    url: `http://127.0.0.1:${port}`,
    token: TOKEN,
    /** Paths of all requests. */
    requests,
    /** Paths of the requests but those that a gateway repeats by itself: for changes, and for accounts that it knows. */
    questions: () => requests.filter((path) => !path.includes('changes') && !accounts.has(path)),
    /** Adds a secret key of a valid account that differs in `differing`, and returns it. */
    addKey(differing: Partial<Account> = {}): string {
      const key = makeApiKey('sk')
      this.changeAccount(key, differing)
      return key
    },
    /** Adds a publishable key of a project with one secret key, which signs its links, and returns both. */
    addLinkKeys({ project, ...differing }: Partial<Account> = {}): LinkKeys {
      const [publishableKey, secretKey] = [makeApiKey('pk'), makeApiKey('sk')]
      const linked = { ...goodStanding.project!, linkKeys: [secretKey], ...project }
      this.changeAccount(publishableKey, { ...differing, project: linked })
      return { publishableKey, secretKey }
    },
    /** Changes the account of an existing key. */
    changeAccount(key: string, differing: Partial<Account>): void {
      const account = { ...goodStanding, ...differing }
      accounts.set(internalPaths.account(hashApiKey(key)), account)
      changes.push(account.organisationId)
    },
    revoke(key: string): void {
      const path = internalPaths.account(hashApiKey(key))
      changes.push(accounts.get(path)!.organisationId)
      accounts.delete(path)
    },
    /** Adds a record, with `batchId` as the next one of a batch. */
    addRecord(record: RenderRecord, batchId?: string): void {
      records.set(internalPaths.record(record.renderId), record)
      if (batchId === undefined) return
      const path = internalPaths.batch(batchId)
      const { projectId, createdAt } = record
      const batch = batches.get(path) ?? { batchId, projectId, createdAt, renders: [] }
      batches.set(path, { ...batch, renders: [...batch.renders, record] })
    },
    dropRecord(renderId: string): void {
      records.delete(internalPaths.record(renderId))
    },
    dropBatch(batchId: string): void {
      batches.delete(internalPaths.batch(batchId))
    },
    leave,
    comeBack: () => listen(port),
    [Symbol.asyncDispose]: leave,
  }
}

const goodStanding: Account = {
  organisationId: 'org_1',
  project: { id: 'project_1', enabled: true },
  user: { confirmed: true },
  plan: { name: 'local', rendersPerMinute: null, rendersPerPeriod: null, maxOutstanding: 10_000 },
  activeUntil: null,
}
