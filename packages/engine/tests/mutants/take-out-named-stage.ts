// Loaded before each test file of `npm run mutants`.
import { STAGE_VARIABLE, takeOut } from './take-out.ts'

const name = process.env[STAGE_VARIABLE]
if (name) takeOut(name)
