import type { Api } from '../api/use-api.ts'

/** Creates a project and returns it. */
export async function makeProject(
  api: Api,
  name = 'Shop',
): Promise<Record<string, unknown> & { id: string }> {
  return (await api.ask('createProject', { body: { name } })).body
}
