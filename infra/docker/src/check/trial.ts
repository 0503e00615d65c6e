import { mkdtempSync } from 'node:fs'
import type { BuiltImage } from './build-image.ts'
import type { ComposeFile } from './compose-file.ts'
import { runContainer, type Container } from './container.ts'
import type { Report } from './report.ts'
import { runInRoot } from './root-system.ts'
import { withoutAdditions, type SeccompProfile } from './seccomp-profile.ts'

/** An image and the containers to run from it. */
export interface Trial {
  checkout: string
  /** Working folder of running containers. */
  work: string
  image: BuiltImage
  services: ComposeFile['services']
  /** The worker's seccomp profile. */
  profile: SeccompProfile
  report: Report
}

interface Ended {
  code: number | null
  output: string
}

/** Runs a command in the image as its user, without confinement. */
export function inRoot({ image }: Trial, command: readonly string[]): Promise<Ended> {
  const { system, directory, variables, user } = image
  return runInRoot(system, command, { directory, variables, user })
}

/** Runs a command as a container of the compose file would. */
export function inContainer(trial: Trial, name: string, settings: Partial<Container> = {}): Promise<Ended> {
  const service = trial.services[name]
  if (!service) throw new Error(`docker-compose.yml has no service ${name}.`)
  const hasProfile = service.security_opt?.some((option) => option.startsWith('seccomp='))
  return runContainer({
    image: trial.image,
    service,
    command: service.command ?? [],
    seccomp: hasProfile ? trial.profile : withoutAdditions(trial.profile),
    bundle: mkdtempSync(`${trial.work}/bundle-`),
    ...settings,
  })
}
