import { cacheConflicts } from './cache-conflicts.ts'
import type { Conflict } from './conflict.ts'
import { llmConflicts } from './llm-conflicts.ts'
import { outputConflicts } from './output-conflicts.ts'
import { pdfConflicts } from './pdf-conflicts.ts'
import { retentionConflicts } from './retention-conflicts.ts'
import { storageConflicts } from './storage-conflicts.ts'
import { thumbnailConflicts } from './thumbnail-conflicts.ts'
import { videoConflicts } from './video-conflicts.ts'
import { visitorConflicts } from './visitor-conflicts.ts'

/** The parts that these options require and this service does not have. */
const MISSING = {
  gpu: 'graphics hardware',
  solve_captchas: 'a solver of captchas',
  solve_cf_turnstile: 'a solver of challenges',
} as const

const missing = (Object.keys(MISSING) as (keyof typeof MISSING)[]).map((option): Conflict => ({
  name: `${option} without ${MISSING[option]}`,
  options: [option],
  code: 'FeatureNotAvailableOnPlan',
  find: (values) =>
    values[option]
      ? `"${option}" needs ${MISSING[option]}, which is not available on this service.`
      : undefined,
}))

export const conflicts: Conflict[] = [
  ...missing,
  ...outputConflicts,
  ...videoConflicts,
  ...pdfConflicts,
  ...storageConflicts,
  ...retentionConflicts,
  ...thumbnailConflicts,
  ...visitorConflicts,
  ...llmConflicts,
  ...cacheConflicts,
]
