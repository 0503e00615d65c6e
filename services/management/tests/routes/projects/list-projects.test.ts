import { describe, expect, test } from '@jest/globals'
import { useApi } from '../../api/use-api.ts'
import { describeRoute } from '../describe-route.ts'
import { makeProject } from '../make-project.ts'

const api = useApi()

describeRoute(api, 'listProjects', {}, (ask) => {
  describe('200', () => {
    test('returns projects as they were created, oldest first', async () => {
      const made = [await makeProject(api, 'One'), await makeProject(api, 'Two')]
      expect((await ask()).body.projects.slice(1)).toEqual(made)
    })

    test('returns projects of one organisation only', async () => {
      expect((await ask({ key: api.other.key })).body.projects).toMatchObject([{ id: 'proj_other' }])
    })
  })
})
