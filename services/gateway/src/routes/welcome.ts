import type { Endpoint } from './endpoint.ts'

/** Answers `/` with the addresses of the API. */
export const welcome: Endpoint = {
  id: 'welcome',
  method: 'get',
  paths: ['/'],
  summary: 'Get the address of the API',
  key: 'none',
  responses: { 200: { description: 'The addresses of the API and of the list of options.' } },
  failures: [],
  isHidden: true,
  run: ({ urls }) => {
    const body = { service: 'render', apiUrl: `${urls.public}/v1`, optionsUrl: `${urls.public}/v1/options` }
    return (_req, res) => void res.json(body)
  },
}
