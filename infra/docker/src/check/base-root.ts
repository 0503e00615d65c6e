import { rmSync, writeFileSync } from 'node:fs'
import type { Layers } from './layers.ts'
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

/** Returns a tar archive of a fresh Debian root. */
export async function baseRoot(layers: Layers): Promise<string> {
  if (process.getuid?.() !== 0) throw new Skipped('only root may make and enter a root file system')
  if ((await run('sh', ['-c', 'command -v mmdebstrap'])).code !== 0) {
    throw new Skipped('mmdebstrap is not installed (Debian: apt-get install mmdebstrap)')
  }
  return layers.get([BASE_IMAGE, JSON.stringify(FILES)], async (root) => {
    // It takes half of the CPU time of debootstrap.
    await mustRun('mmdebstrap', ['--variant=minbase', SUITE, root, MIRROR])
    rmSync(`${root}/etc/apt/sources.list`, { force: true })
    for (const [file, text] of Object.entries(FILES)) writeFileSync(`${root}/${file}`, text, { mode: 0o755 })
  })
}
