// Tests that search everything that a stack writes, or kill its gateway: one stack for them, since their settings agree.
import { describe } from '@jest/globals'
import { testIdempotencyKey } from '../renders/idempotency-key.ts'
import { testSecrets } from './secrets.ts'
import { useSearchedWorld } from './searched-world.ts'
import { testSecureMode } from './secure-mode.ts'

const world = useSearchedWorld()

// First, since it searches for parts of what the others write.
describe('secure mode', () => testSecureMode(world))
describe('a request with an Idempotency-Key', () => testIdempotencyKey(world))
// Last, since it changes the project.
describe('secrets', () => testSecrets(world))
