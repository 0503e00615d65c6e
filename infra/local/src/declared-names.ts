import { pathToFileURL } from 'node:url'
import { checkout } from './checkout.ts'
import type { ServiceName } from './service-environment.ts'

/** The names of environment variables that a service's configuration reads, from the configuration itself. */
export async function declaredNames(service: ServiceName): Promise<string[]> {
  const config = pathToFileURL(`${checkout}/services/${service}/src/config.ts`).href
  const { environment } = (await import(config)) as { environment: Record<string, unknown> }
  return Object.keys(environment)
}
