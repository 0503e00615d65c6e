// `npm run generate`: writes what is derived from the option table and read by people.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describeOptions, writeReference } from '@render/options'
import { checkout } from './checkout.ts'

const path = join(checkout, 'docs/options.md')
await mkdir(dirname(path), { recursive: true })
await writeFile(path, writeReference(describeOptions()))
console.log('docs/options.md is written.')
