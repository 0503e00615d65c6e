// Executes the Dockerfile in fresh Debian roots, then tries the result as docker-compose.yml would run it.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildImage, type BuiltImage } from './build-image.ts'
import { readComposeFile } from './compose-file.ts'
import { lendHostFiles } from './host-files.ts'
import { openLayers } from './layers.ts'
import { createReport } from './report.ts'
import { readProfile } from './seccomp-profile.ts'
import { tryPrograms } from './try-programs.ts'
import { trySandbox } from './try-sandbox.ts'
import type { Trial } from './trial.ts'

const checkout = fileURLToPath(new URL('../../../../', import.meta.url)).replace(/\/$/, '')
const state = `${checkout}/.local/docker-check`

mkdirSync(state, { recursive: true })
sweep()
const work = mkdtempSync(`${state}/work-${process.pid}-`)
const report = createReport()
let image: BuiltImage | undefined
try {
  await report.check('every line of the Dockerfile runs in a fresh Debian root', async () => {
    const lent = { hostFiles: `${work}/host`, hostVariables: await lendHostFiles(`${work}/host`) }
    const say = (line: string) => console.log(`  ${line}`)
    const build = { checkout, work, layers: openLayers(), lent, report: say }
    image = await buildImage(`${checkout}/infra/docker/Dockerfile`, build)
  })
  if (image) {
    const { services } = readComposeFile(`${checkout}/docker-compose.yml`)
    const profile = readProfile(`${checkout}/infra/docker/chromium-seccomp.json`)
    const trial: Trial = { checkout, work, image, services, profile, report }
    await tryPrograms(trial)
    await trySandbox(trial)
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}
report.finish()

/** Removes the large root file systems of a killed check. */
function sweep(): void {
  const isLeft = (name: string) => name.startsWith('work-') && !existsSync(`/proc/${name.split('-')[1]}`)
  for (const name of readdirSync(state).filter(isLeft)) rmSync(`${state}/${name}`, { recursive: true })
}
