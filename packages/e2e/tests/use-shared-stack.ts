import { afterAll, beforeAll, expect } from '@jest/globals'
import {
  createRenderClient,
  startOrigin,
  untilAvailable,
  type ApiResponse,
  type Origin,
  type RenderClient,
} from '@render/testkit'
import { basename } from 'node:path'
import {
  createOrganisation,
  readSharedStack,
  type Organisation,
  type SharedStack,
} from './shared-stack/shared-stack.ts'

/** An organisation of this test file on the shared stack, and a site that may be rendered. */
export interface SharedWorld {
  readonly stack: Omit<SharedStack, 'databaseUrl'> & Organisation
  readonly client: RenderClient
  readonly origin: Origin
  /** Calls the Management API as the organisation, again while it answers 503; POSTs the body if there is one. */
  manage(path: string, body?: object, method?: string): Promise<ApiResponse>
}

const START_TIMEOUT_MS = 120_000
/** Defaults of the project: a picture of the service's default size takes twenty times as many pixels. */
const SMALL = { width: 320, height: 200 }

/**
 * Creates both before the tests of the enclosing block. Pictures are small by default; tests of the service's own default
 * size set empty `renderDefaults`. Other files use the stack at the same time: a test must neither stop a process nor rely on
 * what happens in all organisations together.
 */
export function useSharedStack({ renderDefaults = SMALL }: { renderDefaults?: object } = {}): SharedWorld {
  const world = {} as { -readonly [Key in keyof SharedWorld]: SharedWorld[Key] }
  const parts = new AsyncDisposableStack()
  beforeAll(async () => {
    const { databaseUrl: _, ...stack } = readSharedStack()
    const organisation = await createOrganisation(basename(expect.getState().testPath!), renderDefaults)
    world.stack = { ...stack, ...organisation }
    world.client = createRenderClient(stack.baseUrl, organisation.secretKey)
    world.manage = (path, body, method = body ? 'POST' : 'GET') =>
      untilAvailable(stack.managementUrl + path, {
        method,
        headers: { 'x-api-key': organisation.managementKey, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
    world.origin = parts.use(await startOrigin())
  }, START_TIMEOUT_MS)
  afterAll(() => parts.disposeAsync())
  return world
}
