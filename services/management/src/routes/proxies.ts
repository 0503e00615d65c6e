import { randomUUIDv7 } from 'node:crypto'
import { parseUplink } from '@render/net'
import { Type } from 'typebox'
import { orNotFound, type Complaint } from '../api/api-error.ts'
import { stillUsed } from '../api/credential-endpoints.ts'
import { endpoint, type Endpoint } from '../api/endpoint.ts'
import { orNameTaken } from '../api/or-name-taken.ts'
import { refusal, refuseMoreThan } from '../api/refuse.ts'
import { gone, name, proxyPool } from '../api/shapes.ts'
import { showProxyPool } from '../api/show.ts'
import {
  deleteUnusedPool,
  findProxyPool,
  holdProxyPool,
  listProxyPools,
  putProxyPool,
  type ListedPool,
  type ProxyPoolContent,
} from '../proxy-pools.ts'

const ALL = '/organisation/:org/proxies'
const ONE = `${ALL}/:pool`
const MOST_POOLS = 100

const proxies = Type.Array(
  Type.Object(
    {
      id: Type.Optional(Type.String({ description: 'Of one that is in the pool and stays there.' })),
      name,
      url: Type.Optional(
        Type.String({
          maxLength: 2048,
          description:
            '`[scheme://][user:password@]host:port`; one that stays keeps its own when it is left out.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  { minItems: 1, maxItems: 100 },
)

/** Pools of proxies, of which each attempt of a render with `use_proxy` goes through one. */
export const proxyPools: readonly Endpoint[] = [
  endpoint({
    id: 'listProxies',
    method: 'get',
    path: ALL,
    summary: 'All pools of proxies, the oldest first, without users and passwords.',
    permission: 'credentials:read',
    answer: Type.Object({ proxies: Type.Array(proxyPool) }),
    async run({ database }, { organisationId }) {
      return { proxies: (await listProxyPools(database, organisationId)).map(showProxyPool) }
    },
  }),
  endpoint({
    id: 'createProxies',
    method: 'post',
    path: ALL,
    summary: 'Makes a pool of proxies. Their addresses are sealed; users and passwords never come back.',
    permission: 'credentials:write',
    body: Type.Object({ name, proxies }),
    answer: proxyPool,
    async run({ database, vault }, { organisationId }, { body }) {
      refuseMoreThan(MOST_POOLS, (await listProxyPools(database, organisationId)).length)
      const place = { id: `pool_${randomUUIDv7()}`, organisationId }
      const content = { name: body.name, proxies: readProxies(body.proxies, []) }
      await orNameTaken(putProxyPool(database.client, vault, { ...place, ...content }))
      return showProxyPool(orNotFound(await findProxyPool(database, place)))
    },
  }),
  endpoint({
    id: 'getProxies',
    method: 'get',
    path: ONE,
    summary: 'One pool of proxies, without users and passwords.',
    permission: 'credentials:read',
    answer: proxyPool,
    fails: ['NOT_FOUND'],
    async run({ database }, { organisationId }, { params }) {
      const place = { id: params.pool!, organisationId }
      return showProxyPool(orNotFound(await findProxyPool(database, place)))
    },
  }),
  endpoint({
    id: 'changeProxies',
    method: 'patch',
    path: ONE,
    summary: 'Renames a pool of proxies, or puts others in the place of all it holds.',
    permission: 'credentials:write',
    body: Type.Partial(Type.Object({ name, proxies })),
    answer: proxyPool,
    fails: ['NOT_FOUND'],
    async run({ database, vault }, { organisationId }, { params, body }) {
      const place = { id: params.pool!, organisationId }
      const former = orNotFound(await holdProxyPool(database, place))
      const content = {
        name: body.name ?? former.name,
        proxies: body.proxies
          ? readProxies(body.proxies, former.proxies)
          : former.proxies.map(({ id, name }) => ({ id, name })),
      }
      await orNameTaken(putProxyPool(database.client, vault, { ...place, ...content }))
      return showProxyPool(orNotFound(await findProxyPool(database, place)))
    },
  }),
  endpoint({
    id: 'deleteProxies',
    method: 'delete',
    path: ONE,
    summary: 'Deletes a pool of proxies that no project uses.',
    permission: 'credentials:write',
    answer: gone,
    fails: ['NOT_FOUND', 'CONFLICT'],
    async run({ database }, { organisationId }, { params }) {
      const place = { id: params.pool!, organisationId }
      orNotFound(await holdProxyPool(database, place))
      if (!(await deleteUnusedPool(database, place))) throw stillUsed()
      return {}
    },
  }),
]

type Sent = { id?: string; name: string; url?: string }[]

/** @throws {ApiError} `BAD_REQUEST` for an id that is not in the pool, and an address that is none. */
function readProxies(sent: Sent, former: ListedPool['proxies']): ProxyPoolContent['proxies'] {
  const complaints: Complaint[] = []
  const ids = sent.flatMap(({ id }) => id ?? [])
  const read = sent.map(({ id, name, url }, at) => {
    const stays = former.find((each) => each.id === id)
    // An address as it is shown is the one that is there.
    const address = url === stays?.shown ? undefined : url
    if (id !== undefined && (!stays || ids.indexOf(id) !== ids.lastIndexOf(id)))
      complaints.push({ path: `body.proxies.${at}.id`, message: 'must be that of one proxy of the pool' })
    else if (stays ? address !== undefined && !parseUplink(address) : !parseUplink(address ?? ''))
      complaints.push({
        path: `body.proxies.${at}.url`,
        message: 'must be the address of a proxy, [scheme://][user:password@]host:port',
      })
    return { id, name, url: address } as ProxyPoolContent['proxies'][number]
  })
  if (complaints.length > 0) throw refusal(complaints)
  return read
}
