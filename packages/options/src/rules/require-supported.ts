import { invalidOptions } from '../parse/invalid-options.ts'
import { refused } from '../table/planned.ts'
import type { GivenOptions } from '../table/table.ts'

/**
 * Refuses options that promise where a file is kept, or that it is not, while the service cannot keep the promise.
 * @throws {RenderError} `InvalidOptions`, with every such option in `details`.
 */
export function requireSupported(options: GivenOptions): void {
  const problems = refused
    .filter((name) => options[name])
    .map((name) => ({
      option: name,
      message: `"${name}" is not supported yet: the file would be stored by this service all the same. Leave it out.`,
      code: 'InvalidOptions' as const,
    }))
  if (problems.length > 0) throw invalidOptions(problems)
}
