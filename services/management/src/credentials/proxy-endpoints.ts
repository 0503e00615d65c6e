import { Type, type Static } from 'typebox'
import { orNotFound, requireBelowLimit } from '../api/api-error.ts'
import { endpoint, type Endpoint } from '../api/endpoint.ts'
import { mapDuplicateName } from '../api/map-database-errors.ts'
import { empty, name, time } from '../api/schemas.ts'
import { assignedProjectIds, stillAssigned } from './credential-endpoints.ts'
import { parseProxies } from './parse-proxies.ts'
import {
  deleteUnusedPool,
  findProxyPool,
  listProxyPools,
  lockProxyPool,
  putProxyPool,
  type ListedPool,
} from './proxy-pools.ts'
import { newId } from '../database/new-id.ts'

const ALL = '/organisation/:org/proxies'
const ONE = `${ALL}/:pool`
const MAX_POOLS = 100

const proxyPool = Type.Object({
  id: Type.String({ description: 'Begins with `pool_`.' }),
  name,
  proxies: Type.Array(
    Type.Object({
      id: Type.String({ description: 'Begins with `prox_`.' }),
      name,
      url: Type.String({ description: 'Address without user and password.' }),
    }),
  ),
  assignedProjectIds,
  createdAt: time('When the pool was created.'),
})

const proxies = Type.Array(
  Type.Object(
    {
      id: Type.Optional(Type.String({ description: 'Id of a proxy of the pool that is kept.' })),
      name: Type.Optional({ ...name, description: 'Default: host and port of the address.' }),
      url: Type.Optional(
        Type.String({
          maxLength: 2048,
          description:
            '`[scheme://][user:password@]host:port`; a kept proxy keeps its address when this is absent. The address of a proxy of the pool as it is returned, with `…` for user and password, keeps that proxy, also without `id`.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  { minItems: 1, maxItems: 100 },
)

/** Endpoints of proxy pools. Each attempt of a render with `use_proxy` uses one proxy of the project's pool. */
export const proxyEndpoints: readonly Endpoint[] = [
  endpoint({
    id: 'listProxies',
    method: 'get',
    path: ALL,
    summary: 'List all proxy pools, oldest first, without users and passwords.',
    permission: 'credentials:read',
    response: Type.Object({ proxies: Type.Array(proxyPool) }),
    async run({ database }, { organisationId }) {
      return { proxies: (await listProxyPools(database, organisationId)).map(serializePool) }
    },
  }),
  endpoint({
    id: 'createProxies',
    method: 'post',
    path: ALL,
    summary: 'Create a proxy pool. Addresses are stored encrypted; users and passwords are never returned.',
    permission: 'credentials:write',
    body: Type.Object({ name, proxies }),
    response: proxyPool,
    async run({ database, vault }, { organisationId }, { body }) {
      const count = await database.client.proxyPool.count({ where: { organisationId } })
      requireBelowLimit(count, { limit: MAX_POOLS, things: 'proxy pools' })
      const key = { id: newId('proxyPool'), organisationId }
      const content = { name: body.name, proxies: parseProxies(body.proxies, []) }
      await mapDuplicateName(putProxyPool(database.client, vault, { ...key, ...content }))
      return serializePool(orNotFound(await findProxyPool(database, key)))
    },
  }),
  endpoint({
    id: 'getProxies',
    method: 'get',
    path: ONE,
    summary: 'Get a proxy pool without users and passwords.',
    permission: 'credentials:read',
    response: proxyPool,
    failures: ['NOT_FOUND'],
    async run({ database }, { organisationId }, { params }) {
      const key = { id: params.pool!, organisationId }
      return serializePool(orNotFound(await findProxyPool(database, key)))
    },
  }),
  endpoint({
    id: 'changeProxies',
    method: 'patch',
    changesAccount: true,
    path: ONE,
    summary: 'Rename a proxy pool, or replace all of its proxies.',
    permission: 'credentials:write',
    body: Type.Partial(Type.Object({ name, proxies })),
    response: proxyPool,
    failures: ['NOT_FOUND'],
    async run({ database, vault }, { organisationId }, { params, body }) {
      const key = { id: params.pool!, organisationId }
      const former = orNotFound(await lockProxyPool(database, key))
      const content = {
        name: body.name ?? former.name,
        proxies: body.proxies
          ? parseProxies(body.proxies, former.proxies)
          : former.proxies.map(({ id, name }) => ({ id, name })),
      }
      await mapDuplicateName(putProxyPool(database.client, vault, { ...key, ...content }))
      return serializePool(orNotFound(await findProxyPool(database, key)))
    },
  }),
  endpoint({
    id: 'deleteProxies',
    method: 'delete',
    changesAccount: true,
    path: ONE,
    summary: 'Delete a proxy pool that is not assigned to any project.',
    permission: 'credentials:write',
    response: empty,
    failures: ['NOT_FOUND', 'CONFLICT'],
    async run({ database }, { organisationId }, { params }) {
      const key = { id: params.pool!, organisationId }
      orNotFound(await lockProxyPool(database, key))
      if (!(await deleteUnusedPool(database, key))) throw stillAssigned()
      return {}
    },
  }),
]

function serializePool(row: ListedPool): Static<typeof proxyPool> {
  const { id, name, proxies, projects, createdAt } = row
  return {
    id,
    name,
    proxies: proxies.map(({ id, name, shown }) => ({ id, name, url: shown })),
    assignedProjectIds: projects.map(({ id }) => id),
    createdAt: createdAt.toISOString(),
  }
}
