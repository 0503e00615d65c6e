import { createHmac } from 'node:crypto'
import { cacheForm, canonicalJson, recordedOptions } from '@render/options'
import type { GatewayContext } from '../context.ts'
import type { Intake } from '../intake/intake.ts'
import { SKIP_CHECKS } from '../make/check-addresses.ts'
import { resolveRequested, type ResolveContext } from '../make/resolve-requested.ts'
import type { CachePolicy } from './link.ts'
import { ttlOf } from './result-life.ts'

/**
 * Computes the cache policy of a link. Its key is a keyed digest of all that the result depends on: the
 * options of the link and of the project, and the project's stored secrets if the render needs them. Host names are resolved
 * only for a render.
 * @throws {RenderError} when an option is wrong.
 */
export async function computeCachePolicy(
  { caller, renders }: Pick<Intake, 'caller' | 'renders'>,
  { egress, linkSecret, ...context }: ResolveContext & Pick<GatewayContext, 'linkSecret'>,
): Promise<CachePolicy> {
  const { account, projectId } = caller
  const [requested] = renders as [Intake['renders'][number]]
  const resolving = { ...context, egress: { ...egress, ...SKIP_CHECKS } }
  const { given, projectDefaults, options, secrets } = await resolveRequested(requested, account, resolving)
  const form = cacheForm(options, { given, projectDefaults, unknown: requested.unknown })
  const version = secrets.sealedForWorker === undefined ? undefined : account.project?.secretsVersion
  const digest = createHmac('sha256', linkSecret)
    .update(canonicalJson(['link', form, version]))
    .digest('base64url')
  return {
    key: { projectId, digest },
    ttlSeconds: ttlOf(options),
    isForced: options.force,
    withData: ['json', 'jsondebug'].includes(options.response_type),
    redirectAfterSeconds: options.redirect_after,
    options: recordedOptions(options),
  }
}
