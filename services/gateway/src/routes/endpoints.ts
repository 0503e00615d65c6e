import { botDirectory } from './bot-directory.ts'
import { getContinuation, postContinuation } from './continue-wait.ts'
import { createAsync, refuseWithoutId } from './create-async.ts'
import { createBatch } from './create-batch.ts'
import { createSync } from './create-sync.ts'
import { deleteLink } from './delete-link.ts'
import { deleteRender } from './delete-render.ts'
import type { Endpoint } from './endpoint.ts'
import { explainOption } from './explain-option.ts'
import { health, ready } from './health.ts'
import { listOptions } from './list-options.ts'
import { readArtefact } from './read-artefact.ts'
import { readBatch } from './read-batch.ts'
import { readEvents } from './read-events.ts'
import { readOpenapi } from './read-openapi.ts'
import { readStatus } from './read-status.ts'
import { readMe, readUsage } from './read-usage.ts'
import { renderLink } from './render-link.ts'
import { welcome } from './welcome.ts'

const described: readonly Endpoint[] = [
  createSync,
  createAsync,
  refuseWithoutId,
  createBatch,
  readBatch,
  readStatus,
  deleteRender,
  readEvents,
  getContinuation,
  postContinuation,
  readArtefact,
  readUsage,
  readMe,
  listOptions,
  explainOption,
  botDirectory,
  welcome,
  health,
  ready,
  renderLink,
  deleteLink,
]

/** All operations of the Render API. The first one whose path matches a request answers it. */
export const endpoints: readonly Endpoint[] = [...described, readOpenapi(described)]
