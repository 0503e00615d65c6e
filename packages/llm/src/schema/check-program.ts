// The thread that checks the answer of a model against the schema of a caller. It sends a message when it begins, and exits with
// 0 when all values fit.
import { parentPort, workerData } from 'node:worker_threads'
import type { SchemaCheck } from './fits-schema.ts'

const { schema, isDraft7, values } = workerData as SchemaCheck
const Library = isDraft7 ? (await import('ajv')).Ajv : (await import('ajv/dist/2020.js')).Ajv2020
parentPort!.postMessage('begun', [])
const validate = new Library({ strict: false, validateFormats: false, logger: false }).compile(schema)
process.exitCode = values.every((value) => validate(value)) ? 0 : 1
