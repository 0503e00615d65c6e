// The second step of docker-compose.yml: migrates the database, creates the first project and prints a first request.
import { execFileSync } from 'node:child_process'
import { readConfig } from '@render/runtime'
import { environment } from './setup-config.ts'

const config = readConfig(environment)
execFileSync(process.execPath, ['services/management/src/prepare-database.ts'], { stdio: 'inherit' })
console.log(`
Render API:     ${config.PUBLIC_URL}/v1
Management API: ${config.MANAGEMENT_PUBLIC_URL}/v2
Key:            ${config.SEED_SECRET_KEY}

A first picture, once the gateway is healthy:
  curl -sS ${config.PUBLIC_URL}/v1/render/sync -H 'Authorization: Bearer ${config.SEED_SECRET_KEY}' \\
    -H 'Content-Type: application/json' -d '{"url": "http://fixture-site:8000/", "format": "png"}'
`)
