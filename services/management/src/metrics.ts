import { Counter, type Registry } from 'prom-client'

/** Creates the metrics of records and reports. */
export function createManagementMetrics(registry: Registry) {
  const registers = [registry]
  return {
    written: new Counter({
      name: 'management_records_written_total',
      help: 'Recorded renders by status.',
      labelNames: ['status'],
      registers,
    }),
    lost: new Counter({
      name: 'management_records_lost_total',
      help: 'Records given up because the database refused them; should stay 0.',
      registers,
    }),
    queueLost: new Counter({
      name: 'management_queue_lost_total',
      help: 'Times that Redis had lost its data; should stay 0.',
      registers,
    }),
    reportsLost: new Counter({
      name: 'management_reports_lost_total',
      help: 'Reports of deliveries given up because the database refused them; should stay 0.',
      registers,
    }),
  }
}
