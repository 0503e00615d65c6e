import type { EgressProxySettings } from '@render/net'
import { shareTestProxy } from './test-proxy.ts'

type Network = [name: string, namespace: EgressProxySettings['namespace']]

const ofTheMachine: Network = ['on this machine', undefined]

const { namespace } = await shareTestProxy()

/** The networks in which egress tunnels can begin on this machine, the best one first. */
export const networks: [Network, ...Network[]] = namespace
  ? [['in a network namespace', namespace], ofTheMachine]
  : [ofTheMachine]
