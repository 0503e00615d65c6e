export { DelayedError, UnrecoverableError } from 'bullmq'
export {
  createAdmission,
  type Admission,
  type AdmissionRequest,
  type AdmissionResult,
  type ShedLimit,
} from './admission/admission.ts'
export { readMaintenance, setMaintenance, type Maintenance } from './admission/maintenance.ts'
export type { UsedRenders } from './admission/quota.ts'
export { createWorker } from './create-worker.ts'
export { finishedOf, recordedOf, writeFailure } from './finished.ts'
export {
  createLinkCache,
  type CachedResult,
  type LinkCache,
  type LinkCacheLimits,
  type LinkKey,
} from './links/link-cache.ts'
export type {
  BatchMember,
  DeliveryAttempt,
  DeliveryReport,
  DeliveryState,
  Owner,
  Postponement,
  PrivateAnswer,
  PrivateJobPart,
  QueueName,
  Queues,
  RecordJob,
  RenderHistory,
  RenderJob,
  SweepJob,
  WebhookEvent,
  WebhookJob,
  UploadTarget,
  WorkerSecrets,
} from './payloads.ts'
export { asServiceUnavailable } from './queues/as-service-unavailable.ts'
export { ensureDataMarker, readDataMarker } from './queues/data-marker.ts'
export { delayJob } from './queues/delay-job.ts'
export { videosQueue } from './queues/names.ts'
export { createSweepScheduler, type SweepScheduler } from './queues/sweep-scheduler.ts'
export type { JobOf, Processor, QueueWorker } from './queues/worker.ts'
export { publishAccountChange, subscribeAccountChanges } from './redis/account-changes.ts'
export { connectBlocking, connectFailFast, isReady, untilReady } from './redis/connect.ts'
export { REDIS_TIME } from './redis/redis-time.ts'
export { requireDurableRedis, usedMemoryShare } from './redis/server-info.ts'
export { createBatches, type Batch, type Batches } from './renders/batches.ts'
export { toJobOptions, optionsOf } from './renders/brief-jobs.ts'
export { createCanceller, type Canceller } from './renders/canceller.ts'
export {
  createIdempotencyStore,
  type IdempotencyStore,
  type IdempotentRequest,
} from './renders/idempotency-store.ts'
export {
  PRIVATE_ANSWER_KEPT_MS,
  createPrivateAnswers,
  type PrivateAnswers,
} from './renders/private-answers.ts'
export {
  createProgressReader,
  createProgressReporter,
  type AttemptProgress,
  type Progress,
  type ProgressReader,
  type ProgressReporter,
} from './renders/progress.ts'
export { createRenderEnds, type RenderEnds } from './renders/render-ends.ts'
export {
  createRenderFinder,
  isFinished,
  type FoundJob,
  type RenderFinder,
  type RenderState,
} from './renders/render-finder.ts'
export { ALL_ATTEMPTS_MS } from './renders/render-times.ts'
export { readSealedOptions } from './renders/sealed-options.ts'
export { createSubmitter, type Submission, type Submitter } from './renders/submitter.ts'
export { createDeliveryReporter, type DeliveryReporter } from './webhooks/delivery-reporter.ts'
export { createWebhookQueue, type WebhookEventJob, type WebhookQueue } from './webhooks/webhook-queue.ts'
