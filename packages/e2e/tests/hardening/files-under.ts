import { filesOf } from './find-leaks.ts'

/** Returns the contents of all files of a folder, to search them for secrets. */
export function filesUnder(directory: string): string {
  return [...filesOf(directory)].map((content) => content.toString('latin1')).join('\n')
}
