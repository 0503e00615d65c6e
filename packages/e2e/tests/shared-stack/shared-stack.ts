// The stack that test files share, as the process that starts it describes it to the processes of tests.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { stackPrograms, type StackInfo } from '@render/local'

/** A queue of renders that no worker serves: its renders wait until they are cancelled. */
export const UNSERVED_QUEUE = 'unserved'

export interface SharedStack {
  baseUrl: string
  managementUrl: string
  directories: StackInfo['directories']
  ports: StackInfo['ports']
  /** Environment of the operators' command line. */
  adminEnvironment: NodeJS.ProcessEnv
}

/** A new organisation with a project, and its keys. */
export interface Organisation {
  organisationId: string
  projectId: string
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Has all permissions. */
  managementKey: string
}

const VARIABLE = 'RENDER_TEST_STACK'

export function publishSharedStack(stack: SharedStack): void {
  process.env[VARIABLE] = JSON.stringify(stack)
}

/** @throws when jest has not started the shared stack for this project. */
export function readSharedStack(): SharedStack {
  const text = process.env[VARIABLE]
  if (!text) throw new Error(`${VARIABLE} is not set: this jest project has no shared stack.`)
  return JSON.parse(text) as SharedStack
}

/** Creates an organisation that can render, with the operators' command line. */
export async function createOrganisation(name: string): Promise<Organisation> {
  const owned = ['--plan', 'Unlimited', '--owner', 'owner@localhost.localdomain']
  const { paths } = await stackPrograms()
  const command = [paths.admin, 'create-organisation', '--name', name, ...owned]
  const settings = { env: readSharedStack().adminEnvironment }
  const { stdout } = await promisify(execFile)(process.execPath, command, settings)
  return JSON.parse(stdout) as Organisation
}
