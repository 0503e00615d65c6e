import { acceptInvitation } from '../routes/accept-invitation.ts'
import { changeMember } from '../routes/change-member.ts'
import { assignments } from '../routes/assignments.ts'
import { changeProject } from '../routes/change-project.ts'
import { changeRenderDefaults } from '../routes/change-render-defaults.ts'
import { createManagementKey } from '../routes/create-management-key.ts'
import { createReport } from '../routes/create-report.ts'
import { createProjectKeys } from '../routes/create-project-keys.ts'
import { createProject } from '../routes/create-project.ts'
import { deleteProject } from '../routes/delete-project.ts'
import { getDelivery } from '../routes/get-delivery.ts'
import { getMe } from '../routes/get-me.ts'
import { getOrganisation } from '../routes/get-organisation.ts'
import { getRender } from '../routes/get-render.ts'
import { getProject } from '../routes/get-project.ts'
import { getUsage } from '../routes/get-usage.ts'
import { listAudit } from '../routes/list-audit.ts'
import { inviteMember } from '../routes/invite-member.ts'
import { listDeliveries } from '../routes/list-deliveries.ts'
import { listLlmModels } from '../routes/list-llm-models.ts'
import { listManagementKeys } from '../routes/list-management-keys.ts'
import { listMembers } from '../routes/list-members.ts'
import { listProjectKeys } from '../routes/list-project-keys.ts'
import { listProjects } from '../routes/list-projects.ts'
import { listRenders } from '../routes/list-renders.ts'
import { listReports } from '../routes/list-reports.ts'
import { listSessions } from '../routes/list-sessions.ts'
import { removeMember } from '../routes/remove-member.ts'
import { llmCredentials } from '../routes/llm-credentials.ts'
import { proxyPools } from '../routes/proxies.ts'
import { replayDelivery } from '../routes/replay-delivery.ts'
import { replayFailed } from '../routes/replay-failed.ts'
import { respondToReport } from '../routes/respond-to-report.ts'
import { revokeManagementKey } from '../routes/revoke-management-key.ts'
import { revokeOtherSessions } from '../routes/revoke-other-sessions.ts'
import { revokeProjectKey } from '../routes/revoke-project-key.ts'
import { revokeSession } from '../routes/revoke-session.ts'
import { rotateWebhookSecret } from '../routes/rotate-webhook-secret.ts'
import { storageCredentials } from '../routes/storage-credentials.ts'
import { sendTestEvent } from '../routes/send-test-event.ts'
import { testLlmCredential } from '../routes/test-llm-credential.ts'
import { withoutOrganisation, type Endpoint } from './endpoint.ts'

/** All that the Management API does. */
export const endpoints: readonly Endpoint[] = [
  getMe,
  listSessions,
  revokeSession,
  revokeOtherSessions,
  getOrganisation,
  listMembers,
  changeMember,
  removeMember,
  inviteMember,
  acceptInvitation,
  getUsage,
  listProjects,
  createProject,
  getProject,
  changeProject,
  deleteProject,
  changeRenderDefaults,
  withoutOrganisation(changeRenderDefaults),
  ...assignments,
  ...Object.values(storageCredentials),
  ...proxyPools,
  ...Object.values(llmCredentials),
  testLlmCredential,
  listLlmModels,
  withoutOrganisation(llmCredentials.list),
  withoutOrganisation(llmCredentials.create),
  listProjectKeys,
  createProjectKeys,
  revokeProjectKey,
  listDeliveries,
  getDelivery,
  replayDelivery,
  replayFailed,
  sendTestEvent,
  rotateWebhookSecret,
  listRenders,
  getRender,
  createReport,
  listReports,
  respondToReport,
  listManagementKeys,
  createManagementKey,
  revokeManagementKey,
  listAudit,
]
