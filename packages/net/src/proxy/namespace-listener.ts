// Makes the egress proxy's listening socket inside the network namespace it is started in; see `listen-in-namespace.ts`.
import { createServer } from 'node:net'

const PORT = 1080

const server = createServer().listen(PORT, '0.0.0.0', () => process.send!('listening', server))
process.once('disconnect', () => process.exit())
