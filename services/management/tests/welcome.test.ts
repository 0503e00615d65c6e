import { describe, expect, test } from '@jest/globals'
import { useApi } from './api/use-api.ts'

const api = useApi()

describe('GET /', () => {
  describe('200', () => {
    test('returns the addresses of the API', async () => {
      const apiUrl = 'https://management.example.com/v2'
      expect(await api.send('/')).toMatchObject({ status: 200, body: { service: 'management', apiUrl } })
    })
  })
})
