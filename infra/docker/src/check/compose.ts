// Checks docker-compose.yml without an engine: schema, references, environment and hardening of each container.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { secretEnvironments } from '../secret-files.ts'
import { makeSecrets } from '../secrets.ts'
import { readComposeFile, schemaProblems } from './compose-file.ts'
import { declaredEnvironment } from './declared-environment.ts'
import { parseDockerfile, variablesOf } from './dockerfile.ts'
import { environmentProblems, foreignEnvironmentProblems } from './environment-problems.ts'
import { hardeningProblems, networkProblems, referenceProblems } from './hardening-problems.ts'
import { createReport } from './report.ts'

const checkout = fileURLToPath(new URL('../../../../', import.meta.url)).replace(/\/$/, '')
const compose = readComposeFile(`${checkout}/docker-compose.yml`)
const report = createReport()

await report.check('docker-compose.yml is valid by the schema of the compose specification', () =>
  schemaProblems(compose),
)
await report.check('every container, network and volume that it refers to exists', () =>
  referenceProblems(compose),
)
await report.check('each name in its environments is read, and each required name is given', async () => {
  const stages = parseDockerfile(readFileSync(`${checkout}/infra/docker/Dockerfile`, 'utf8'))
  const image = Object.keys(variablesOf(stages.at(-1)!))
  const secrets = secretEnvironments(await makeSecrets())
  const problems = Object.entries(compose.services).map(async ([name, service]) => {
    if (!service.build) return foreignEnvironmentProblems(name, service)
    const declared = await declaredEnvironment(checkout, service)
    return environmentProblems(name, service, declared, { image, secret: Object.keys(secrets[name] ?? {}) })
  })
  return (await Promise.all(problems)).flat()
})
await report.check('no container has more than it needs', () => hardeningProblems(compose))
await report.check('the worker reaches neither management nor the database', () => networkProblems(compose))
report.finish()
