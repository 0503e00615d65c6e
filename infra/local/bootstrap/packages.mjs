import { existsSync, readdirSync } from 'node:fs'
import { fail, root, runStep } from './run.mjs'
import { fingerprint, isStamped, writeStamp } from './stamp.mjs'

const PNPM = 'pnpm@12.21.0'
const INSTALL = `npx -y ${PNPM} install`

/** Installs the npm packages when a package.json, the lockfile or the platform changed since the last time. */
export async function installPackages() {
  const stamp = `${root}/node_modules/.render-install`
  const wanted = fingerprint(manifests(), PNPM, process.platform, process.arch)
  if (isStamped(stamp, wanted)) return

  const words = ['-y', PNPM, 'install', '--frozen-lockfile', '--config.confirmModulesPurge=false']
  const step = await runStep('Installing npm packages (and Node 26)', 'npx', words)
  if (!step.ok) fail(`${step.tail}\n\nThe npm packages could not be installed. ${advice(step.tail)}`)
  writeStamp(stamp, wanted)
}

function manifests() {
  const folders = ['packages', 'services', 'infra'].flatMap((parent) =>
    readdirSync(`${root}/${parent}`)
      .toSorted()
      .map((name) => `${root}/${parent}/${name}`),
  )
  return [root, ...folders]
    .map((folder) => `${folder}/package.json`)
    .filter((file) => existsSync(file))
    .concat(`${root}/pnpm-lock.yaml`, `${root}/pnpm-workspace.yaml`)
}

function advice(tail) {
  if (/OUTDATED_LOCKFILE|frozen-lockfile/.test(tail)) {
    return `A package.json was changed without the lockfile: run \`${INSTALL}\` and commit pnpm-lock.yaml.`
  }
  if (/CERT|certificate|UnknownIssuer|self.signed/i.test(tail)) {
    return 'A certificate was not trusted: name your authority by NODE_EXTRA_CA_CERTS=/path/to/ca.pem and start again.'
  }
  if (/ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|fetch failed|dns error|network/i.test(tail)) {
    return (
      'The npm registry did not answer: check the network, set HTTPS_PROXY if you need a proxy, or name a mirror by\n' +
      '`npm config set registry https://...`; then start again.'
    )
  }
  if (/ENOSPC|No space left/i.test(tail)) return 'The disk is full: the packages need about 1 GB.'
  return `To see more: ${INSTALL} --frozen-lockfile`
}
