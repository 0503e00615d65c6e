import { RenderError } from '@render/errors'
import { stage } from '../../stage.ts'

/** What each needs of the operator; this service brings none of it. */
const NEEDS = {
  gpu: 'graphics hardware',
  solve_captchas: 'a solver of captchas',
  solve_cf_turnstile: 'a solver of challenges',
} as const

/** Refuses what only an operator could provide, and did not. */
export const requireOperator = stage({
  name: 'require-operator',
  phase: 'context',
  owns: ['gpu', 'solve_captchas', 'solve_cf_turnstile'],
  run(_work, options) {
    for (const option of ['gpu', 'solve_captchas', 'solve_cf_turnstile'] as const) {
      if (!options[option]) continue
      const message = `"${option}" needs ${NEEDS[option]}, which the operator of this service has not configured.`
      throw new RenderError('FeatureNotAvailableOnPlan', { message, details: [{ option, message }] })
    }
  },
})
