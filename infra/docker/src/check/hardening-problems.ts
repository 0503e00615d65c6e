import type { ComposeFile, ComposeService } from './compose-file.ts'

const SECRETS = 'secrets-'
const INIT = 'init-secrets'

/** Returns settings of a compose file that give a container more than it needs. */
export function hardeningProblems({ services }: ComposeFile): string[] {
  return Object.entries(services).flatMap(([name, service]) => {
    const foreignSecrets = (service.volumes ?? [])
      .map((volume) => volume.split(':')[0]!)
      .filter((volume) => volume.startsWith(SECRETS) && volume !== SECRETS + name && name !== INIT)
    const problems = {
      'keeps capabilities': !service.cap_drop?.includes('ALL') || service.cap_add !== undefined,
      'may gain privileges': !service.security_opt?.includes('no-new-privileges:true'),
      'may write to its root file system': service.read_only !== true,
      'has no init process': service.init !== true,
      'has an image without a fixed version': !/:(?!latest$)[\w.-]+$/.test(service.image ?? ''),
      'has no limit of memory': service.mem_limit === undefined,
      'has no limit of processes': service.pids_limit === undefined,
      'has no share of the CPU': service.cpu_shares === undefined,
      'is published to other machines': service.ports?.some((port) => !port.startsWith('127.0.0.1:')),
      'does not deny the addresses of its host':
        service.environment &&
        Object.hasOwn(service.environment, 'EGRESS_ALLOW') &&
        !Object.hasOwn(service.environment, 'HOST_ADDRESSES'),
      'runs without a seccomp profile': service.security_opt?.some((option) =>
        /seccomp[=:]unconfined/.test(option),
      ),
      [`mounts ${foreignSecrets.join(', ')}, which is not its own`]: foreignSecrets.length > 0,
    }
    return Object.entries(problems)
      .filter(([, present]) => present)
      .map(([problem]) => `${name} ${problem}`)
  })
}

/** Pairs of containers: the first must not be able to connect to the second. */
const KEPT_APART = [
  ['render-worker', 'management'],
  ['render-worker', 'postgres'],
  ['gateway', 'postgres'],
  ['webhook-dispatcher', 'postgres'],
] as const

/** Returns pairs that must be separate but share a network. */
export function networkProblems({ services }: ComposeFile): string[] {
  return KEPT_APART.flatMap(([one, other]) =>
    (services[one]?.networks ?? [])
      .filter((network) => services[other]?.networks?.includes(network))
      .map((network) => `${one} reaches ${other} over the network "${network}"`),
  )
}

/** Returns references to missing containers, networks and volumes. */
export function referenceProblems({ services, networks = {}, volumes = {} }: ComposeFile): string[] {
  return Object.entries(services).flatMap(([name, service]) => [
    ...Object.keys(service.depends_on ?? {})
      .filter((other) => !Object.hasOwn(services, other))
      .map((other) => `${name} waits for ${other}, which does not exist`),
    ...Object.entries(service.depends_on ?? {}).flatMap(([other, { condition }]) =>
      services[other] ? waitProblems(name, condition, other, services[other]) : [],
    ),
    ...(service.networks ?? [])
      .filter((network) => !Object.hasOwn(networks, network))
      .map((network) => `${name} is on the network ${network}, which does not exist`),
    ...(service.volumes ?? [])
      .map((volume) => volume.split(':')[0]!)
      .filter((volume) => !volume.startsWith('.') && !Object.hasOwn(volumes, volume))
      .map((volume) => `${name} mounts the volume ${volume}, which does not exist`),
  ])
}

/** Returns conditions that can never be met. */
function waitProblems(name: string, condition: string, other: string, service: ComposeService): string[] {
  // Our own image has a health check.
  const checked = service.healthcheck ? service.healthcheck.disable !== true : service.build !== undefined
  if (condition === 'service_healthy' && !checked) {
    return [`${name} waits for the health of ${other}, which is not checked`]
  }
  const ends = service.restart === undefined || service.restart === 'no'
  return condition === 'service_completed_successfully' && !ends
    ? [`${name} waits for the end of ${other}, which is restarted`]
    : []
}
