import { writeFileSync } from 'node:fs'
import { lastLines } from './root-system.ts'
import { withoutAdditions } from './seccomp-profile.ts'
import { inContainer, inRoot, type Trial } from './trial.ts'

const SELF_TEST = ['node', 'infra/docker/src/self-test.ts']
const WORKER = 'render-worker'

/** Renders pictures in the image and checks that Chromium's sandbox works with the worker's seccomp profile only. */
export async function trySandbox(trial: Trial): Promise<void> {
  const { report, profile } = trial
  await report.check("a picture is made in Chromium's sandbox, outside of a container", async () => {
    const { code, output } = await inRoot(trial, SELF_TEST)
    return code === 0 ? [] : [lastLines(output)]
  })
  await report.check(
    "a picture is made in Chromium's sandbox and in a network namespace, confined as the worker's container is",
    async () => {
      const { code, output } = await inContainer(trial, WORKER, { command: SELF_TEST })
      return code === 0 && output.includes('"inNamespace":true') ? [] : [lastLines(output)]
    },
  )
  await report.check(
    'without permission to enter namespaces, a picture is made without a network namespace',
    async () => {
      const syscalls = profile.syscalls.filter(({ names }) => !names.includes('setns'))
      const { code, output } = await inContainer(trial, WORKER, {
        command: SELF_TEST,
        seccomp: { ...profile, syscalls },
      })
      return code === 0 && output.includes('"inNamespace":false') ? [] : [lastLines(output)]
    },
  )
  await report.check("under Docker's default seccomp profile Chromium has no sandbox", async () => {
    const seccomp = withoutAdditions(profile)
    const { code, output } = await inContainer(trial, WORKER, { command: SELF_TEST, seccomp })
    return code !== 0 && output.includes('cannot use its sandbox') ? [] : [lastLines(output)]
  })
  await report.check('a browser without its sandbox is refused in a container too', async () => {
    const wrapper = '/usr/local/bin/chromium-without-sandbox'
    const text = '#!/bin/sh\nexec /usr/lib/chromium/chromium-headless-shell --no-sandbox "$@"\n'
    writeFileSync(`${trial.image.system.path}${wrapper}`, text, { mode: 0o755 })
    const { code, output } = await inContainer(trial, WORKER, { command: [...SELF_TEST, wrapper] })
    return code !== 0 && output.includes('outside of its sandbox') ? [] : [lastLines(output)]
  })
  await report.check('the worker may make user and network namespaces, but no mount namespace', async () => {
    const results = ['--net', '--mount', '--cgroup', '--uts', '--ipc'].map(async (kind) => {
      const command = ['unshare', '--user', kind, 'true']
      const { code } = await inContainer(trial, WORKER, { command })
      return (code === 0) === (kind === '--net') ? [] : [`${command.join(' ')} ended with ${code}`]
    })
    return (await Promise.all(results)).flat()
  })
}
