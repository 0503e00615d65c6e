import type { Account } from '@render/directory'
import { RenderError } from '@render/errors'
import { ALL_FEATURES, missingFeature, type GivenOptions } from '@render/options'

/**
 * Refuses options that the plan of the caller does not have.
 * @throws {RenderError} `FeatureNotAvailableOnPlan`, naming the option.
 */
export function requireFeatures(options: GivenOptions, { plan }: Pick<Account, 'plan'>): void {
  const missing = missingFeature(options, plan?.features ?? [ALL_FEATURES])
  if (!missing) return
  const { option, feature } = missing
  const value = option === 'format' ? ` ${options.format}` : ''
  const message = `"${option}"${value} needs the feature "${feature}", which the plan "${plan!.name}" does not have.`
  throw new RenderError('FeatureNotAvailableOnPlan', { message, details: [{ option, message }] })
}
