import type { AdminContext } from './admin-context.ts'

/** One thing that an operator does on the command line. */
export interface Command {
  name: string
  summary: string
  options: Record<string, Option>
  /** What is printed. */
  run: (context: AdminContext, given: Given) => Promise<object>
}

export interface Option {
  /** How its value is called in the help text. */
  value: string
  about: string
  isRequired?: true
  /** All that it may be. */
  choices?: readonly string[]
}

/** By option; those that are required are there. */
export type Given = Record<string, string | undefined>

/** What is wrong is what was asked for; its message says what to do. */
export class WrongUse extends Error {}

export const ORGANISATION: Option = { value: 'org_...', about: 'which organisation', isRequired: true }
