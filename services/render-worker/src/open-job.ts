import { optionsOf, readSealedOptions, type JobOf, type RenderJob, type WorkerSecrets } from '@render/jobs'
import { toRenderOptions, type PublicOptions, type ResolvedOptions } from '@render/options'
import type { RenderWorkerContext } from './context.ts'
import { openPrivatePart } from './private-render.ts'
import { attemptOptions } from './retry/attempt-options.ts'
import { openDestinations } from './store-outputs/destinations.ts'
import { withStoredCredential } from './stored-credential.ts'

/** Decrypts the secrets of a job and returns the options of this attempt with the request to the engine. */
export async function openJob(
  context: Pick<RenderWorkerContext, 'blockingRedis' | 'open' | 'store' | 'http' | 'azureEndpoint'>,
  job: JobOf<'renders'>,
) {
  const { blockingRedis, open } = context
  const { id, data } = job
  const { projectId } = data
  const sealed = await readSealedOptions(blockingRedis, id!, data)
  const secrets = sealed === undefined ? {} : (open(sealed, { projectId, id: id! }) as PublicOptions)
  const resolved = { ...optionsOf(data), ...secrets } as ResolvedOptions
  const options = attemptOptions(resolved, data.retried?.times ?? 0)
  const stored = openProjectSecrets(data, open)
  const request = {
    options: toRenderOptions(withStoredCredential(options, stored.llm)),
    organisation: data.organisationId,
    projectProxies: stored.proxies ?? [],
  }
  const { upload, warnings } = openPrivatePart(job, open)
  const destinationsFor = openDestinations(context, {
    options,
    upload,
    credential: stored.storage,
  })
  return { options, request, upload, warnings, destinationsFor }
}

/** Jobs of the version before `sealedForWorker` carry only the project's proxies. */
function openProjectSecrets(
  {
    projectId,
    sealedForWorker,
    sealedProxies,
  }: Pick<RenderJob, 'projectId' | 'sealedForWorker' | 'sealedProxies'>,
  open: RenderWorkerContext['open'],
): WorkerSecrets {
  if (sealedForWorker !== undefined) return open(sealedForWorker, { projectId }) as WorkerSecrets
  return sealedProxies === undefined ? {} : { proxies: open(sealedProxies) as string[] }
}
