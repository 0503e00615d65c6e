import { jsonLimits, type JsonLimits } from '@render/http'
import { count, type Values } from '@render/runtime'

const { depth, nodes, keys, items } = jsonLimits

export const bodyVariables = {
  BODY_MAX_DEPTH: count({ default: depth, desc: 'maximum nesting depth of a JSON body' }),
  BODY_MAX_NODES: count({ default: nodes, desc: 'maximum number of values in a JSON body' }),
  BODY_MAX_KEYS: count({ default: keys, desc: 'maximum number of keys of an object in a JSON body' }),
  BODY_MAX_ITEMS: count({ default: items, desc: 'maximum number of items of an array in a JSON body' }),
}

export function bodyLimits(config: Values<typeof bodyVariables>): JsonLimits {
  return {
    depth: config.BODY_MAX_DEPTH,
    nodes: config.BODY_MAX_NODES,
    keys: config.BODY_MAX_KEYS,
    items: config.BODY_MAX_ITEMS,
  }
}
