// Makes the listener of the egress proxy inside the network namespace that it is started in; see `listen-inside.ts`.
import { createServer } from 'node:net'

const PORT = 1080

const server = createServer().listen(PORT, '0.0.0.0', () => process.send!('listening', server))
process.once('disconnect', () => process.exit())
