import { BLOCKS, type Block } from '../../../blocking/blocked-types.ts'
import { intercept, type Held, type ResourceType } from '../../../protocol/intercept.ts'
import { refuseRequest } from '../../../protocol/refuse-request.ts'
import { trackResourceTypes } from '../../../protocol/resource-types.ts'
import { stage } from '../../../stage.ts'

const DATA: Record<string, Block> = {
  fetch: 'block_fetch',
  xhr: 'block_xhr',
  eventsource: 'block_other',
  other: 'block_other',
}

/** The option that blocks each resource type; where a type covers several purposes, an option for each. */
const BLOCKED_BY: Record<ResourceType, Block | Record<string, Block>> = {
  Document: 'block_frames',
  Stylesheet: 'block_styles',
  Image: 'block_images',
  Media: { media: 'block_medias', texttrack: 'block_other' },
  Font: 'block_fonts',
  Script: 'block_scripts',
  XHR: DATA,
  // Prefetches.
  Fetch: DATA,
  Ping: 'block_pings',
  CSPViolationReport: 'block_pings',
  // Includes scripts of workers.
  Other: { script: 'block_scripts', manifest: 'block_manifests', other: 'block_other' },
}

const TYPES = Object.keys(BLOCKED_BY) as ResourceType[]

/** Blocks requests by resource type; never the page itself. */
export const blockRequests = stage({
  name: 'block-requests',
  phase: 'hooks',
  owns: BLOCKS,
  direct: true,
  async run({ tab }, options) {
    const isOn = (block: Block | undefined): boolean => block !== undefined && options[block]
    const types = TYPES.filter((type) => blocksOf(type).some(isOn))
    if (types.length === 0) return
    const isMixed = types.some((type) => !blocksOf(type).every(isOn))
    const resourceTypes = isMixed ? trackResourceTypes(tab.page, types) : undefined

    const isBlocked = async (held: Held): Promise<boolean> => {
      if (held.resourceType === 'Document' && held.frameId === tab.frameId) return false
      const by = BLOCKED_BY[held.resourceType as ResourceType]
      if (typeof by === 'string') return isOn(by)
      const reported = await resourceTypes?.of(held)
      // A type that was not reported may be another one.
      return reported === undefined ? Object.values(by).every(isOn) : isOn(by[reported])
    }
    const patterns = types.map((resourceType) => ({ resourceType }))
    await intercept(tab, patterns, async (held) => {
      if (!types.includes(held.resourceType as ResourceType) || held.responseStatusCode !== undefined)
        return false
      if (!(await isBlocked(held))) return false
      await refuseRequest(tab.session, held)
      return true
    })
  },
})

function blocksOf(type: ResourceType): Block[] {
  const by = BLOCKED_BY[type]
  return typeof by === 'string' ? [by] : Object.values(by)
}
