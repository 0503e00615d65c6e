import type { DeliveryReport } from '@render/jobs'
import { writeDelivery } from '../../src/deliveries/record-delivery.ts'
import { reportOf } from '../delivery-report.ts'
import type { Api } from './use-api.ts'

const DAY_MS = 24 * 3_600_000

/** Logs the delivery of an event and returns its report. */
export async function deliverOne(
  { context: { database }, backing }: Api,
  { daysAgo = 0, ...differing }: Partial<DeliveryReport> & { daysAgo?: number } = {},
): Promise<DeliveryReport> {
  const report = reportOf(backing.owner, differing)
  await writeDelivery(database, report)
  const createdAt = new Date(Date.now() - daysAgo * DAY_MS)
  await database.client.delivery.update({ where: { id: report.eventId }, data: { createdAt } })
  return report
}
