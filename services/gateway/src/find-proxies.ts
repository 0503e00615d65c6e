import type { Account } from '@render/directory'
import { RenderError } from '@render/errors'
import type { RenderOptions } from '@render/options'

/**
 * The project's proxies, as management sealed them, where the render or an attempt to come may go through one.
 * @throws {RenderError} `InvalidOptions` when there is none.
 */
export function findProxies(
  { use_proxy, retry_with = [] }: Pick<RenderOptions, 'use_proxy' | 'retry_with'>,
  { project }: Pick<Account, 'project'>,
): string | undefined {
  const at = retry_with.findIndex((entry) => entry.use_proxy)
  if (!use_proxy && at < 0) return undefined
  if (project?.sealedProxies !== undefined) return project.sealedProxies
  const option = use_proxy ? 'use_proxy' : 'retry_with'
  const message = `${use_proxy ? '' : `In "retry_with[${at}]": `}"use_proxy": the project has no proxy.`
  throw new RenderError('InvalidOptions', { message, details: [{ option, message }] })
}
