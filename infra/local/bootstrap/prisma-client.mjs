import { projectNode } from './project-node.mjs'
import { fail, root, runStep } from './run.mjs'
import { hashInputs, isCurrent, saveHash } from './input-hash.mjs'

const management = `${root}/services/management`
const inputs = [
  `${root}/prisma/schema.prisma`,
  `${management}/prisma.config.ts`,
  `${management}/node_modules/prisma/package.json`,
]

/** Generates the database client when its schema, or the generator, changed since it was last generated. */
export async function generatePrismaClient({ always }) {
  const hashFile = `${management}/src/generated/.input-hash`
  const hash = hashInputs(inputs)
  if (!always && isCurrent(hashFile, hash)) return

  // Generating needs no engine, but Prisma downloads one unless this variable names an existing file.
  const env = {
    ...process.env,
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
  }
  const prisma = ['node_modules/prisma/build/index.js', 'generate', '--schema', '../../prisma/schema.prisma']
  const step = await runStep('Generating the database client', projectNode(), prisma, {
    env,
    cwd: management,
  })
  if (!step.ok) fail(`${step.tail}\n\nThe database client could not be generated from prisma/schema.prisma.`)
  saveHash(hashFile, hash)
}
