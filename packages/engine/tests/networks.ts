import { startEgressProxy, type EgressProxySettings } from '@render/net'

type Network = [name: string, namespace: EgressProxySettings['namespace']]

const ofTheMachine: Network = ['on this machine', undefined]
const ofItsOwn: Network = ['in a network namespace', { path: process.env.PATH }]

/** Where the ways out of browsers can begin on this machine, the best first: that one is for all tests. */
export const networks: [Network, ...Network[]] = await startEgressProxy({
  allow: [],
  namespace: ofItsOwn[1],
}).then(
  async (proxy) => {
    await proxy[Symbol.asyncDispose]()
    return [ofItsOwn, ofTheMachine]
  },
  () => [ofTheMachine],
)

export const [[, namespace]] = networks
