import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { run } from './root-system.ts'

const BUNDLE = '/etc/ssl/certs/ca-certificates.crt'

/** Variables that configure proxies and registries of common tools. */
const PASSED_ON = /^((https?|ftp|all|no)_proxy|npm_config_registry)$/i

/**
 * Copies this machine's certificates and its npm and apt settings into a folder that is mounted as /mnt in a root file
 * system during downloads; nothing of it remains there. Returns the variables that name these files.
 */
export async function lendHostFiles(directory: string): Promise<Record<string, string>> {
  mkdirSync(directory, { recursive: true, mode: 0o755 })
  const variables: Record<string, string> = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => PASSED_ON.test(name)),
  ) as Record<string, string>

  if (existsSync(BUNDLE)) {
    copyFileSync(BUNDLE, `${directory}/certificates.pem`)
    const names = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'CURL_CA_BUNDLE', 'npm_config_cafile']
    for (const name of names) variables[name] = '/mnt/certificates.pem'
  }
  if (existsSync(`${homedir()}/.npmrc`)) {
    copyFileSync(`${homedir()}/.npmrc`, `${directory}/npmrc`)
    variables.NPM_CONFIG_USERCONFIG = '/mnt/npmrc'
  }
  const { output } = await run('apt-config', ['dump', '--format', '%F "%v";%n', 'Acquire'])
  const proxies = output.split('\n').filter((line) => /^Acquire::\w+::Proxy/i.test(line))
  writeFileSync(`${directory}/apt.conf`, `${proxies.join('\n')}\n`)
  return { ...variables, APT_CONFIG: '/mnt/apt.conf', DEBIAN_FRONTEND: 'noninteractive' }
}
