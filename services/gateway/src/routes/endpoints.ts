import { getBotDirectory } from './bot-directory.ts'
import { continueWait, continueWaitByPost } from './continue-wait.ts'
import { createBatch } from './create-batch.ts'
import { createRenderAsync, refuseWithoutId } from './create-render-async.ts'
import { createRenderSync } from './create-render-sync.ts'
import { deleteLink } from './delete-link.ts'
import { deleteRender } from './delete-render.ts'
import type { Endpoint } from './endpoint.ts'
import { getArtefact } from './get-artefact.ts'
import { getBatch } from './get-batch.ts'
import { getOpenapi } from './get-openapi.ts'
import { getOption } from './get-option.ts'
import { getRenderEvents } from './get-render-events.ts'
import { getRender } from './get-render.ts'
import { getMe, getUsage } from './get-usage.ts'
import { health, ready } from './health.ts'
import { listOptions } from './list-options.ts'
import { renderLink } from './render-link.ts'
import { welcome } from './welcome.ts'

const described: readonly Endpoint[] = [
  createRenderSync,
  createRenderAsync,
  refuseWithoutId,
  createBatch,
  getBatch,
  getRender,
  deleteRender,
  getRenderEvents,
  continueWait,
  continueWaitByPost,
  getArtefact,
  getUsage,
  getMe,
  listOptions,
  getOption,
  getBotDirectory,
  welcome,
  health,
  ready,
  renderLink,
  deleteLink,
]

/** All operations of the Render API. The first one whose path matches a request answers it. */
export const endpoints: readonly Endpoint[] = [...described, getOpenapi(described)]
