import { startEgressProxy, type EgressProxySettings } from '@render/net'

type Network = [name: string, namespace: EgressProxySettings['namespace']]

const ofTheMachine: Network = ['on this machine', undefined]
const ofItsOwn: Network = ['in a network namespace', { path: process.env.PATH }]

/**
 * The networks in which egress tunnels can begin on this machine, the best one first. Finding out starts a proxy, so only
 * tests that depend on the network import this; all others use `startTestProxy`.
 */
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
