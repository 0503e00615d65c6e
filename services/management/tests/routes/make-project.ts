import type { Api } from '../api/use-api.ts'

/** Makes a project, and gives it as it is answered. */
export async function makeProject(
  api: Api,
  name = 'Shop',
): Promise<Record<string, unknown> & { id: string }> {
  return (await api.ask('createProject', { body: { name } })).body
}
