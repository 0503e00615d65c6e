// Loaded by the processes of `npm run mutants` that run other tests.
import { STAGE_VARIABLE, takeOut } from './take-out.ts'

const name = process.env[STAGE_VARIABLE]
if (name) takeOut(name)
