// `npm run generate`: writes the documents that are derived from the option table and the configuration of the services.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describeOptions, writeReference } from '@render/options'
import { writeConfigurationReference } from '../reference/configuration-reference.ts'
import { checkout } from '../state/checkout.ts'

const folder = join(checkout, 'docs/options')
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
for (const [file, page] of writeReference(describeOptions())) await writeFile(join(folder, file), page)
await writeFile(join(checkout, 'docs/configuration.md'), await writeConfigurationReference())
console.log('Wrote docs/options and docs/configuration.md.')
