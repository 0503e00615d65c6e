// Follows the Dockerfile line by line in fresh Debian roots, then tries what came out of it as docker-compose.yml would run it.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { baseRoot } from './base-root.ts'
import { buildImage, type BuiltImage } from './build-image.ts'
import { readComposeFile } from './compose-file.ts'
import { runContainer, type Container } from './container.ts'
import { declaredEnvironment } from './declared-environment.ts'
import { lendHostFiles } from './host-files.ts'
import { createReport } from './report.ts'
import { lastLines, runInRoot } from './root-system.ts'
import { readProfile, withoutAdditions } from './seccomp-profile.ts'

const checkout = fileURLToPath(new URL('../../../../', import.meta.url)).replace(/\/$/, '')
const state = `${checkout}/.local/docker-check`
const { services } = readComposeFile(`${checkout}/docker-compose.yml`)
const profile = readProfile(`${checkout}/infra/docker/chromium-seccomp.json`)
const dockerDefault = withoutAdditions(profile)
const SELF_TEST = ['node', 'infra/docker/src/self-test.ts']

mkdirSync(state, { recursive: true })
const work = mkdtempSync(`${state}/work-`)
const report = createReport()
let image: BuiltImage | undefined
try {
  await report.check('every line of the Dockerfile runs in a fresh Debian root', async () => {
    const archive = await baseRoot(state)
    const lent = { hostFiles: `${work}/host`, hostVariables: await lendHostFiles(`${work}/host`) }
    const say = (line: string) => console.log(`  ${line}`)
    image = await buildImage(`${checkout}/infra/docker/Dockerfile`, {
      checkout,
      work,
      archive,
      lent,
      report: say,
    })
  })
  if (image) await tryOut(image)
} finally {
  rmSync(work, { recursive: true, force: true })
}
report.finish()

async function tryOut(image: BuiltImage): Promise<void> {
  const { directory, variables, user } = image
  const inRoot = (command: readonly string[]) =>
    runInRoot(image.system, command, { directory, variables, user })
  const inContainer = (name: string, settings: Partial<Container> = {}) =>
    runContainer({
      image,
      service: services[name]!,
      command: services[name]!.command ?? [],
      seccomp: name === 'render-worker' ? profile : dockerDefault,
      bundle: mkdtempSync(`${work}/bundle-`),
      ...settings,
    })

  for (const [name, service] of Object.entries(services)) {
    const program = service.command?.find((word) => word.endsWith('main.ts') || word.endsWith('setup.ts'))
    if (!program) continue
    await report.check(`${name} loads in the image and asks for its configuration`, async () => {
      const { code, output } = await inRoot(['node', program])
      const declared = await declaredEnvironment(checkout, service)
      const required = Object.keys(declared).filter(
        (variable) => declared[variable]!.default === undefined && !Object.hasOwn(variables, variable),
      )
      const missing = required.filter((variable) => name !== 'setup' && !output.includes(`${variable}:`))
      if (code === 0 || !output.includes('The environment is not right'))
        return [`${code}: ${lastLines(output)}`]
      return missing.map((variable) => `it does not ask for ${variable}`)
    })
  }

  await report.check("a picture is made in Chromium's sandbox, without an engine", async () => {
    const { code, output } = await inRoot(SELF_TEST)
    return code === 0 ? [] : [lastLines(output)]
  })
  await report.check(
    "a picture is made in Chromium's sandbox, confined as the worker's container is",
    async () => {
      const { code, output } = await inContainer('render-worker', { command: SELF_TEST })
      return code === 0 ? [] : [lastLines(output)]
    },
  )
  await report.check(
    "the engine's default seccomp profile would not do: Chromium has no sandbox under it",
    async () => {
      const { code, output } = await inContainer('render-worker', {
        command: SELF_TEST,
        seccomp: dockerDefault,
      })
      return code !== 0 && /sandbox/i.test(output) ? [] : [lastLines(output)]
    },
  )
  await report.check('a browser without its sandbox is noticed in a container too', async () => {
    const wrapper = '/usr/local/bin/chromium-without-sandbox'
    const text = '#!/bin/sh\nexec /usr/lib/chromium/chromium-headless-shell --no-sandbox "$@"\n'
    writeFileSync(`${image.system.path}${wrapper}`, text, { mode: 0o755 })
    const { code, output } = await inContainer('render-worker', { command: [...SELF_TEST, wrapper] })
    return code !== 0 && output.includes('outside of its sandbox') ? [] : [lastLines(output)]
  })
  await report.check('the worker may make user and network namespaces, but no mount namespace', async () => {
    const results = ['--net', '--mount', '--cgroup', '--uts', '--ipc'].map(async (kind) => {
      const { code } = await inContainer('render-worker', { command: ['unshare', '--user', kind, 'true'] })
      const mayDo = kind === '--net'
      return (code === 0) === mayDo ? [] : [`unshare --user ${kind} ended with ${code}`]
    })
    return (await Promise.all(results)).flat()
  })
  await report.check('init-secrets writes the secrets, and the worker reads its own', async () => {
    const mounted = services['init-secrets']!.volumes!.map((volume) => volume.split(':')[0]!)
    const volumes = Object.fromEntries(mounted.map((name) => [name, `${work}/volumes/${name}`]))
    for (const folder of Object.values(volumes)) mkdirSync(folder, { recursive: true, mode: 0o755 })
    const made = await inContainer('init-secrets', { volumes })
    if (made.code !== 0) return [lastLines(made.output)]
    const command = ['sh', '-c', 'cat /run/render/environment; ls /run/render']
    const { output } = await inContainer('render-worker', { volumes, command })
    const names = [...output.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name)
    const kept = statSync(`${volumes['secrets-kept']}/secrets.json`).mode & 0o777
    return [
      ...(names.join() === 'REDIS_URL,WORKER_PRIVATE_KEYS' ? [] : [`the worker reads ${names.join()}`]),
      ...(kept === 0o600 ? [] : [`all secrets together have mode ${kept.toString(8)}`]),
    ]
  })
  await report.check('the fixture site answers its health check', async () => {
    const { command = [], healthcheck } = services['fixture-site']!
    const [, ...test] = healthcheck!.test as string[]
    const script = `${command.join(' ')} & for try in 1 2 3 4 5 6 7 8 9 10; do ${test.join(' ')} && exit 0; sleep 0.3; done; exit 1`
    const { code, output } = await inContainer('fixture-site', { command: ['sh', '-c', script] })
    return code === 0 ? [] : [lastLines(output)]
  })
  await report.check('the health check of the image fails while nothing listens', async () => {
    const { code, output } = await inContainer('gateway', { command: image.healthCheck })
    return code === 1 && output.includes('9100') ? [] : [`${code}: ${output}`]
  })
  await report.check('nothing of this machine is left in the image', () => {
    const traces = ['mnt/certificates.pem', 'mnt/npmrc', 'root/.npmrc', 'app/.npmrc']
    const { path } = image.system
    return traces
      .filter((trace) => exists(`${path}/${trace}`))
      .concat(
        readFileSync(`${path}/etc/hosts`, { encoding: 'utf8', flag: 'a+' }).trim() === ''
          ? []
          : ['etc/hosts'],
      )
  })
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}
