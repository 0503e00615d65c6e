import { refusal } from './refuse.ts'

/** Prisma's code for a value that another row has already. */
const NOT_UNIQUE = 'P2002'

/**
 * What a statement gives that writes a name which only one may have.
 * @throws {ApiError} `BAD_REQUEST` when another one has it.
 */
export async function orNameTaken<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if ((error as { code?: unknown }).code !== NOT_UNIQUE) throw error
    throw refusal([{ path: 'body.name', message: 'is the name of another one already' }])
  }
}
