import { assemble } from '@render/async'
import type { Egress, EgressSettings } from '@render/net'
import {
  createLogger,
  createMetrics,
  printable,
  type Environment,
  type Logger,
  type Values,
} from '@render/runtime'
import type { Redis } from 'ioredis'
import type { Registry } from 'prom-client'
import { ownListeners } from './own-listeners.ts'
import type { BaseConfig } from './shared-variables.ts'

/** The parts that every service has. */
export interface ServiceBase extends AsyncDisposable {
  logger: Logger
  registry: Registry
  /** Commands wait while Redis is unavailable: for workers and event streams. */
  blockingRedis: Redis
  egress: Egress
  egressSettings: EgressSettings
  /** Address of the metrics listener. */
  metricsAddress: { host: string; port: number }
}

interface BaseSettings<E extends Environment> {
  environment: E
  config: BaseConfig & Values<E>
  /** Listeners of this process besides the internal one. */
  listeners?: readonly { host: string; port: number }[]
  /** URLs of our own services that this process calls, besides Redis. */
  peers?: readonly string[]
}

/**
 * Starts what every service needs, in this order: the log, with the configuration without secrets; Redis, until it can be
 * used; the egress policy, which denies all our own listeners.
 * @throws {Error} when Redis cannot be reached or could lose renders, or a setting of the egress policy is invalid.
 */
export function createBase<E extends Environment>(
  name: string,
  { environment, config, listeners = [], peers = [] }: BaseSettings<E>,
): Promise<ServiceBase> {
  return assemble(async (parts) => {
    // Commands and tools import this package only for the variables: loading these takes them longer than all the rest.
    const { connectBlocking, requireDurableRedis, untilReady } = await import('@render/jobs')
    const { createEgress } = await import('@render/net')
    const logger = createLogger(name, config.LOG_LEVEL)
    logger.info({ config: printable(environment, config) }, 'starting')
    const blockingRedis = parts.adopt(connectBlocking(config.REDIS_URL), (redis) => redis.disconnect())
    await untilReady(blockingRedis)
    if (!config.DEVELOPMENT_REDIS) await requireDurableRedis(blockingRedis)
    const metricsAddress = { host: config.METRICS_HOST, port: config.METRICS_PORT }
    const egressSettings = {
      allow: config.EGRESS_ALLOW,
      ownListeners: ownListeners({
        configured: config.OWN_LISTENERS,
        local: [metricsAddress, ...listeners],
        peers: [config.REDIS_URL, ...peers],
      }),
      hostAddresses: config.HOST_ADDRESSES,
      dnsServers: config.DNS_SERVERS,
    }
    const egress = createEgress(egressSettings)
    return {
      logger,
      registry: createMetrics(name),
      blockingRedis,
      egress,
      egressSettings,
      metricsAddress,
    }
  })
}
