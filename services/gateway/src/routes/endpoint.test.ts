import { expect, test } from '@jest/globals'
import type { GatewayContext } from '../context.ts'
import { routesOf, type Endpoint } from './endpoint.ts'

const context = {} as GatewayContext

function declare(id: string, method: Endpoint['method'], others: Partial<Endpoint> = {}): Endpoint {
  const said = { summary: '', key: 'none', responses: {}, failures: [] } as const
  return { id, method, paths: ['/thing'], ...said, run: () => () => {}, ...others }
}

test('the methods of a path are one route, which is for any origin when one of them is', () => {
  const endpoints = [declare('deleteThing', 'delete'), declare('getThing', 'get', { isForAnyOrigin: true })]
  const routes = routesOf(endpoints, context)
  expect(routes).toMatchObject([{ name: '/thing', paths: ['/thing'], isForAnyOrigin: true }])
  expect(Object.keys(routes[0]!.handlers)).toEqual(['delete', 'get'])
})

test('the methods of a path cannot differ in "matches"', () => {
  const endpoints = [declare('getThing', 'get'), declare('deleteThing', 'delete', { matches: () => true })]
  expect(() => routesOf(endpoints, context)).toThrow('The endpoints of /thing must have the same "matches".')
})
