import type { AdminContext } from './admin-context.ts'

/** A command of the operators' command line. */
export interface Command {
  name: string
  summary: string
  options: Record<string, Option>
  /** Returns the value that is printed as JSON. */
  run: (context: AdminContext, given: Given) => Promise<object>
}

export interface Option {
  /** Placeholder of its value in the help text. */
  value: string
  about: string
  isRequired?: true
  /** Optional; all valid values. */
  choices?: readonly string[]
}

/** Values by option; required ones are present. */
export type Given = Record<string, string | undefined>

/** An error in the command line; it is printed with the usage of the command. */
export class UsageError extends Error {}

export const ORGANISATION: Option = { value: 'org_...', about: 'id of the organisation', isRequired: true }
