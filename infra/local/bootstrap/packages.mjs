import { existsSync, readdirSync } from 'node:fs'
import { fail, root, runStep } from './run.mjs'
import { hashInputs, isCurrent, saveHash } from './input-hash.mjs'

const PNPM = 'pnpm@12.21.0'
const INSTALL = `npx -y ${PNPM} install`

/** Installs the npm packages when a package.json, the lockfile or the platform changed since the last installation. */
export async function installPackages() {
  const hashFile = `${root}/node_modules/.render-install`
  const hash = hashInputs(manifests(), PNPM, process.platform, process.arch)
  if (isCurrent(hashFile, hash)) return

  const words = ['-y', PNPM, 'install', '--frozen-lockfile', '--config.confirmModulesPurge=false']
  const step = await runStep('Installing npm packages (and Node 26)', 'npx', words)
  if (!step.ok) fail(`${step.tail}\n\nThe npm packages could not be installed. ${advice(step.tail)}`)
  saveHash(hashFile, hash)
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
    return `A package.json changed but the lockfile did not: run \`${INSTALL}\` and commit pnpm-lock.yaml.`
  }
  if (/CERT|certificate|UnknownIssuer|self.signed/i.test(tail)) {
    return 'A certificate is not trusted: set NODE_EXTRA_CA_CERTS=/path/to/ca.pem to your certificate authority and try again.'
  }
  if (/ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|fetch failed|dns error|network/i.test(tail)) {
    return (
      'The npm registry did not answer: check the network, set HTTPS_PROXY if you need a proxy, or set a mirror with\n' +
      '`npm config set registry https://...`; then try again.'
    )
  }
  if (/ENOSPC|No space left/i.test(tail)) return 'The disk is full: the packages need about 1 GB.'
  return `For the full output run: ${INSTALL} --frozen-lockfile`
}
