// Serves a page to render and logs webhooks, for trying out the containers: `node serve-fixture-site.ts <port>`.
import { createServer } from 'node:http'
import { createReadStream } from 'node:fs'
import { fileURLToPath } from 'node:url'

const page = fileURLToPath(new URL('../fixture-site/index.html', import.meta.url))
const [port = '8000'] = process.argv.slice(2)

const server = createServer((request, response) => {
  if (request.method === 'POST') {
    console.log(`${request.url} ${JSON.stringify(request.headers)}`)
    request.pipe(process.stdout, { end: false })
    request.on('end', () => {
      console.log()
      response.writeHead(204).end()
    })
  } else if (request.url === '/') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    createReadStream(page).pipe(response)
  } else {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('There is one page here: /\n')
  }
})
server.listen(Number(port), '0.0.0.0', () => console.log(`The fixture site listens on port ${port}.`))
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
})
