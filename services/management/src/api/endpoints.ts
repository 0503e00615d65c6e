import { changeProject } from '../routes/change-project.ts'
import { createManagementKey } from '../routes/create-management-key.ts'
import { createReport } from '../routes/create-report.ts'
import { createProjectKeys } from '../routes/create-project-keys.ts'
import { createProject } from '../routes/create-project.ts'
import { deleteProject } from '../routes/delete-project.ts'
import { getOrganisation } from '../routes/get-organisation.ts'
import { getRender } from '../routes/get-render.ts'
import { getProject } from '../routes/get-project.ts'
import { getUsage } from '../routes/get-usage.ts'
import { listManagementKeys } from '../routes/list-management-keys.ts'
import { listProjectKeys } from '../routes/list-project-keys.ts'
import { listProjects } from '../routes/list-projects.ts'
import { listRenders } from '../routes/list-renders.ts'
import { listReports } from '../routes/list-reports.ts'
import { respondToReport } from '../routes/respond-to-report.ts'
import { revokeManagementKey } from '../routes/revoke-management-key.ts'
import { revokeProjectKey } from '../routes/revoke-project-key.ts'
import type { Endpoint } from './endpoint.ts'

/** All that the Management API does. */
export const endpoints: readonly Endpoint[] = [
  getOrganisation,
  getUsage,
  listProjects,
  createProject,
  getProject,
  changeProject,
  deleteProject,
  listProjectKeys,
  createProjectKeys,
  revokeProjectKey,
  listRenders,
  getRender,
  createReport,
  listReports,
  respondToReport,
  listManagementKeys,
  createManagementKey,
  revokeManagementKey,
]
