export { DelayedError, UnrecoverableError } from 'bullmq'
export { hearAccountChanges, tellAccountChange } from './account-changes.ts'
export { createAdmission, type Admission, type Asking, type Shed, type Verdict } from './admission.ts'
export { createBatches, type Batch, type Batches } from './batches.ts'
export { createCanceller, type Canceller } from './cancel-render.ts'
export { createClaims, type Claim, type Claims, type Repeatable } from './claims.ts'
export {
  createWorker,
  type JobOf,
  type Processor,
  type QueueWorker,
  type WorkerSettings,
} from './create-worker.ts'
export { readMaintenance, setMaintenance, type Maintenance } from './maintenance.ts'
export { createRenderFinder, type RenderFinder, type RenderState } from './find-render.ts'
export { finishedOf, recordedOf, writeFailure } from './finished.ts'
export type {
  BatchPlace,
  DeliveryAttempt,
  DeliveryReport,
  DeliveryState,
  EngineReport,
  Failure,
  Finished,
  Owner,
  Postponement,
  QueueName,
  Queues,
  RecordJob,
  RenderHistory,
  RenderJob,
  RenderOutcome,
  SideFile,
  StoredFile,
  SweepJob,
  UploadedFile,
  WebhookEvent,
  WebhookJob,
} from './payloads.ts'
export {
  createProgressReader,
  createProgressReporter,
  type AttemptProgress,
  type Progress,
  type ProgressReader,
  type ProgressReporter,
} from './progress.ts'
export { putOff } from './put-off.ts'
export { placeQueueMark, readQueueMark } from './queue-mark.ts'
export {
  connectImpatiently,
  connectPatiently,
  isReady,
  requireDurableRedis,
  untilReady,
  usedMemory,
} from './redis.ts'
export { createRenderEvents, isFinished, type RenderEvents } from './render-events.ts'
export { createDeliveryReporter, type DeliveryReporter } from './report-delivery.ts'
export { laterError, publicResult, type PublicResult } from './result.ts'
export { storedKeys, type SliceResult, type ThumbnailResult } from './side-results.ts'
export { createSubmitter, type Submission, type Submitter } from './submit.ts'
export { createSweepScheduler, type SweepScheduler } from './schedule-sweeps.ts'
export { createWebhookQueue, type ToldEvent, type WebhookQueue } from './webhook-queue.ts'
export { orQueueAway } from './queue-away.ts'
export type { UsedRenders } from './quota.ts'
