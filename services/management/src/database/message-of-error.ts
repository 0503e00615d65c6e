import { RenderError } from '@render/errors'

/** Returns what went wrong. Prisma's messages quote our code, and name the error in their last line. */
export function messageOfError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return error instanceof RenderError || !message.includes('\n\n')
    ? message
    : message.trim().split('\n').at(-1)!
}
