import { Type } from 'typebox'
import { orNotFound } from '../api/api-error.ts'
import { endpoint, type Endpoint } from '../api/endpoint.ts'
import { project } from '../api/shapes.ts'
import { showProject } from '../api/show.ts'
import { assign, type Assignment } from '../assignments.ts'

interface Assignable {
  noun: string
  path: string
  /** In the body. */
  field: string
  column: Assignment
  /** For people. */
  what: string
}

const assignables: Assignable[] = [
  {
    noun: 'StorageCredential',
    path: 'storage-credential',
    field: 'storageCredentialId',
    column: 'storageCredentialId',
    what: 'the credential of an object store',
  },
  {
    noun: 'Proxy',
    path: 'proxy',
    field: 'proxyId',
    column: 'proxyPoolId',
    what: 'a pool of proxies: what `use_proxy` goes through',
  },
  {
    noun: 'LlmCredential',
    path: 'llm-credential',
    field: 'llmCredentialId',
    column: 'llmCredentialId',
    what: 'the credential of a language model',
  },
]

/** Has a project use something of its organisation's, or nothing of that sort. */
export const assignments: readonly Endpoint[] = assignables.flatMap(({ noun, path, field, column, what }) => {
  const common = {
    path: `/organisation/:org/projects/:project/${path}`,
    permission: 'credentials:write',
    answer: project,
    fails: ['NOT_FOUND'],
  } as const
  return [
    endpoint({
      ...common,
      id: `assign${noun}`,
      method: 'put',
      summary: `Gives a project ${what}. Every gateway knows within five seconds.`,
      body: Type.Object({ [field]: Type.String({ minLength: 1 }) }),
      async run({ database }, { organisationId }, { params, body }) {
        const place = { organisationId, projectId: params.project! }
        return showProject(orNotFound(await assign(database, place, column, String(body[field]))))
      },
    }),
    endpoint({
      ...common,
      id: `unassign${noun}`,
      method: 'delete',
      summary: `Takes from a project ${what}.`,
      async run({ database }, { organisationId }, { params }) {
        const place = { organisationId, projectId: params.project! }
        return showProject(orNotFound(await assign(database, place, column, null)))
      },
    }),
  ]
})
