// The faults of Postgres and Redis, on one stack.
import { describe } from '@jest/globals'
import { testPostgresFaults } from './postgres-faults.ts'
import { testRedisFaults } from './redis-faults.ts'
import { useFaultWorld } from './use-fault-world.ts'

const world = useFaultWorld()

describe('management and its database', () => testPostgresFaults(world))
// Last, because its last test wipes Redis.
describe('Redis', () => testRedisFaults(world))
