import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { Skipped } from './report.ts'
import { mustRun, run } from './root-system.ts'

const SUITE = 'bookworm'
const MIRROR = 'http://deb.debian.org/debian'

/** The image that a fresh Debian root replaces in this check. */
export const BASE_IMAGE = 'debian:12-slim'

const SOURCES = `
Types: deb
URIs: ${MIRROR}
Suites: ${SUITE} ${SUITE}-updates
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

Types: deb
URIs: ${MIRROR}-security
Suites: ${SUITE}-security
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
`

/** Adds files of the official slim image that mmdebstrap does not create and later steps need. */
const FILES: Record<string, string> = {
  'etc/apt/sources.list.d/debian.sources': SOURCES.trimStart(),
  'etc/apt/apt.conf.d/docker-clean': 'Dir::Cache::pkgcache "";\nDir::Cache::srcpkgcache "";\n',
  'etc/dpkg/dpkg.cfg.d/docker':
    'force-unsafe-io\npath-exclude /usr/share/doc/*\npath-exclude /usr/share/man/*\npath-exclude /usr/share/locale/*\n',
  'usr/sbin/policy-rc.d': '#!/bin/sh\nexit 101\n',
}

/** Returns a tar archive of a fresh Debian root, created once a day in `directory`. */
export async function baseRoot(directory: string): Promise<string> {
  if (process.getuid?.() !== 0) throw new Skipped('only root may make and enter a root file system')
  if ((await run('sh', ['-c', 'command -v mmdebstrap'])).code !== 0) {
    throw new Skipped('mmdebstrap is not installed (Debian: apt-get install mmdebstrap)')
  }
  mkdirSync(directory, { recursive: true })
  const name = `${SUITE}-${new Date().toISOString().slice(0, 10)}.tar`
  for (const old of readdirSync(directory).filter((file) => file.endsWith('.tar') && file !== name)) {
    rmSync(`${directory}/${old}`)
  }
  const archive = `${directory}/${name}`
  if (!existsSync(archive)) await make(archive)
  return archive
}

async function make(archive: string): Promise<void> {
  const root = `${archive}.root`
  try {
    // It takes half of the CPU time of debootstrap.
    await mustRun('mmdebstrap', ['--variant=minbase', SUITE, root, MIRROR])
    rmSync(`${root}/etc/apt/sources.list`, { force: true })
    for (const [file, text] of Object.entries(FILES)) writeFileSync(`${root}/${file}`, text, { mode: 0o755 })
    await mustRun('tar', [
      '-C',
      root,
      '-cf',
      `${archive}.new`,
      '--exclude=./var/cache/apt/archives/*.deb',
      '.',
    ])
    renameSync(`${archive}.new`, archive)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
