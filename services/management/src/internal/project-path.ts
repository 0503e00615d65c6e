import { RenderError } from '@render/errors'
import type { Owner } from '@render/jobs'
import type { Request } from 'express'

/** Where an operator finds something of a project. */
export function projectPath(rest: string): string {
  return `/internal/v1/organisations/:organisationId/projects/:projectId/${rest}`
}

export function ownerOf({ params }: Request): Owner {
  return { organisationId: String(params.organisationId), projectId: String(params.projectId) }
}

/** A complaint about one member of a query or a body. */
export function wrong(option: string, message: string): RenderError {
  const complaint = `"${option}" must be ${message}.`
  return new RenderError('InvalidOptions', { message: complaint, details: [{ option, message: complaint }] })
}
