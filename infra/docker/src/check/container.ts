import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { BuiltImage } from './build-image.ts'
import type { ComposeService } from './compose-file.ts'
import { Skipped } from './report.ts'
import { run } from './root-system.ts'
import { runtimeSeccomp, type SeccompProfile } from './seccomp-profile.ts'

export interface Container {
  image: BuiltImage
  service: ComposeService
  command: readonly string[]
  seccomp: SeccompProfile
  /** Folders for the named volumes; a volume without one is not mounted. */
  volumes?: Record<string, string>
  /** Working folder of the runtime for this container. */
  bundle: string
}

/** Paths that an engine masks and write-protects. */
const MASKED = ['acpi', 'kcore', 'keys', 'latency_stats', 'timer_list', 'timer_stats', 'sched_debug', 'scsi']
const READ_ONLY = ['bus', 'fs', 'irq', 'sys', 'sysrq-trigger']
const HOME = '/tmp'

/**
 * Runs a command with an OCI runtime as an engine would run a service of the compose file: user, capabilities, privileges,
 * read-only root, tmpfs, shared memory, volumes and seccomp profile. Without network and memory limits.
 */
export async function runContainer(container: Container): Promise<{ code: number | null; output: string }> {
  if ((await run('sh', ['-c', 'command -v crun'])).code !== 0) {
    throw new Skipped('no OCI runtime is installed (Debian: apt-get install crun)')
  }
  const { bundle } = container
  mkdirSync(bundle, { recursive: true })
  writeFileSync(`${bundle}/config.json`, JSON.stringify(specification(container), null, 2))
  // crun fails with a mixture of cgroup v1 and v2; no cgroups are needed.
  const script = 'umount /sys/fs/cgroup/unified 2>/dev/null; exec "$@"'
  const id = `check-${process.pid}-${bundle.split('/').at(-1)}`
  const crun = [
    'crun',
    `--root=${bundle}/state`,
    '--cgroup-manager=disabled',
    'run',
    `--bundle=${bundle}`,
    id,
  ]
  const words = ['--mount', '--propagation', 'private', 'sh', '-c', script, 'sh', ...crun]
  return run('unshare', words, undefined, 120_000)
}

function specification({ image, service, command, seccomp, volumes = {} }: Container): object {
  const environment = { HOME, ...image.variables, ...service.environment }
  return {
    ociVersion: '1.0.2',
    root: { path: image.system.path, readonly: service.read_only ?? false },
    hostname: 'check',
    process: {
      user: userOf(service.user ?? image.user, image),
      args: command,
      // Variables without a value are for the user to set.
      env: Object.entries(environment).flatMap(([name, value]) =>
        value === null ? [] : [`${name}=${value}`],
      ),
      cwd: image.directory,
      noNewPrivileges: service.security_opt?.includes('no-new-privileges:true') ?? false,
      // Docker's default list would be here; every service drops it.
      capabilities: service.cap_drop?.includes('ALL') ? {} : undefined,
    },
    mounts: mounts(service, volumes),
    linux: {
      namespaces: ['pid', 'mount', 'ipc', 'uts', 'network'].map((type) => ({ type })),
      maskedPaths: [...MASKED.map((name) => `/proc/${name}`), '/sys/firmware'],
      readonlyPaths: READ_ONLY.map((name) => `/proc/${name}`),
      seccomp: runtimeSeccomp(seccomp),
    },
  }
}

function mounts(
  { tmpfs = [], shm_size = '64mb', volumes: mounted = [] }: ComposeService,
  folders: Record<string, string>,
) {
  const closed = ['nosuid', 'noexec', 'nodev']
  const named = mounted.flatMap((volume) => {
    const [name, destination, mode = 'rw'] = volume.split(':')
    const source = folders[name!]
    return source ? [{ destination, type: 'bind', source, options: ['rbind', mode] }] : []
  })
  const memory = (destination: string, ...options: string[]) => ({
    destination,
    type: 'tmpfs',
    source: 'tmpfs',
    options: [...closed, ...options],
  })
  return [
    { destination: '/proc', type: 'proc', source: 'proc', options: closed },
    { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755'] },
    {
      destination: '/dev/pts',
      type: 'devpts',
      source: 'devpts',
      options: ['nosuid', 'noexec', 'newinstance'],
    },
    { destination: '/sys', type: 'sysfs', source: 'sysfs', options: [...closed, 'ro'] },
    memory('/dev/shm', 'mode=1777', `size=${shm_size.replace(/b$/i, '')}`),
    ...tmpfs.map((entry) => {
      const [destination, options = 'mode=1777'] = entry.split(':')
      return memory(destination!, ...options.split(','))
    }),
    ...named,
  ]
}

function userOf(user: string, { system }: BuiltImage): { uid: number; gid: number } {
  const [uid, gid] = user.split(':').map(Number)
  if (uid !== undefined && gid !== undefined) return { uid, gid }
  const line = readFileSync(`${system.path}/etc/passwd`, 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`${user}:`))
  if (!line) throw new Error(`The image has no user ${user}.`)
  const [, , passwdUid, passwdGid] = line.split(':')
  return { uid: Number(passwdUid), gid: Number(passwdGid) }
}
