import { auditEndpoints } from './accounts/audit-endpoints.ts'
import { organisationEndpoints } from './accounts/organisation-endpoints.ts'
import type { Endpoint } from './api/endpoint.ts'
import { llmEndpoints } from './credentials/llm-endpoints.ts'
import { proxyEndpoints } from './credentials/proxy-endpoints.ts'
import { storageEndpoints } from './credentials/storage-endpoints.ts'
import { deliveryEndpoints } from './deliveries/delivery-endpoints.ts'
import { webhookEndpoints } from './deliveries/webhook-endpoints.ts'
import { invitationEndpoints } from './people/invitation-endpoints.ts'
import { managementKeyEndpoints } from './people/management-key-endpoints.ts'
import { memberEndpoints } from './people/member-endpoints.ts'
import { assignmentEndpoints } from './projects/assignment-endpoints.ts'
import { projectEndpoints } from './projects/project-endpoints.ts'
import { projectKeyEndpoints } from './projects/project-key-endpoints.ts'
import { renderDefaultsEndpoints } from './projects/render-defaults-endpoints.ts'
import { renderEndpoints } from './renders/render-endpoints.ts'
import { reportEndpoints } from './renders/report-endpoints.ts'
import { meEndpoints } from './sign-in/me-endpoints.ts'

/** All operations of the Management API. */
export const endpoints: readonly Endpoint[] = [
  ...meEndpoints,
  ...organisationEndpoints,
  ...memberEndpoints,
  ...invitationEndpoints,
  ...managementKeyEndpoints,
  ...projectEndpoints,
  ...renderDefaultsEndpoints,
  ...projectKeyEndpoints,
  ...assignmentEndpoints,
  ...storageEndpoints,
  ...proxyEndpoints,
  ...llmEndpoints,
  ...deliveryEndpoints,
  ...webhookEndpoints,
  ...renderEndpoints,
  ...reportEndpoints,
  ...auditEndpoints,
]
