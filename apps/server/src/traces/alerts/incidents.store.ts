import type { AlertDelivery, AlertIncident } from '@lathe/contract'
import type { DeliveryRow } from './deliveries.store.ts'
import type { IncidentRow } from './evaluations.store.ts'
import type { Db, Queries } from '../../platform/db/db.ts'
import { fromJson } from '../../platform/db/json.ts'
import { atomic } from '../../platform/db/atomic.ts'

type Page = { limit: number; before?: string | undefined }

/** Lists incidents, newest first. Returns one row past the limit. */
export async function listIncidents(
  db: Queries,
  alertId: string,
  { limit, before }: Page,
): Promise<AlertIncident[]> {
  let query = db.selectFrom('alert_firings').selectAll().where('alert_id', '=', alertId)
  if (before !== undefined) query = query.where('id', '<', before)
  const rows = await query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return await withDeliveries(db, rows)
}

/** Returns open incidents by alert. */
export async function listOpenIncidents(
  db: Queries,
  workspaceId: string,
): Promise<Map<string, AlertIncident>> {
  const rows = await db
    .selectFrom('alert_firings')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('ended_at', 'is', null)
    .execute()
  const incidents = await withDeliveries(db, rows)
  return new Map(incidents.map((incident) => [incident.alertId, incident]))
}

/** Returns the newest delivery of each alert. */
export async function newestDeliveries(
  db: Queries,
  workspaceId: string,
): Promise<Map<string, AlertDelivery>> {
  const rows = await db
    .selectFrom('alert_deliveries')
    .selectAll()
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('alert_deliveries')
        .select((inner) => inner.fn.max('id').as('id'))
        .where('workspace_id', '=', workspaceId)
        .groupBy('alert_id'),
    )
    .execute()
  return new Map(rows.map((row) => [row.alert_id, toDelivery(row)]))
}

async function withDeliveries(db: Queries, rows: readonly IncidentRow[]): Promise<AlertIncident[]> {
  if (rows.length === 0) return []
  const deliveries = await db
    .selectFrom('alert_deliveries')
    .selectAll()
    .where(
      'firing_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('id')
    .execute()
  const deliveriesByIncident = Map.groupBy(deliveries, (row) => row.firing_id)
  return rows.map((row) => toIncident(row, deliveriesByIncident.get(row.id) ?? []))
}

const toIncident = (row: IncidentRow, deliveries: readonly DeliveryRow[]): AlertIncident => ({
  id: row.id,
  alertId: row.alert_id,
  rule: fromJson(row.rule),
  startedAt: row.started_at,
  endedAt: row.ended_at,
  value: row.value,
  worst: row.worst,
  endValue: row.end_value,
  traces: { count: row.count, from: row.first_at, to: row.started_at },
  deliveries: deliveries.map(toDelivery),
})

export const toDelivery = (row: DeliveryRow): AlertDelivery => ({
  event: row.event,
  status: row.status,
  attempts: row.attempts,
  error: row.error,
  queuedAt: row.queued_at,
  sentAt: row.sent_at,
  nextAttemptAt: row.status === 'waiting' && row.attempts > 0 ? row.due_at : null,
})

/** Deletes incidents that ended before this time, with their deliveries. */
export async function deleteOldIncidents(
  db: Db,
  workspaceId: string,
  before: number,
): Promise<void> {
  const endedIncidents = db
    .selectFrom('alert_firings')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('ended_at', '<', before)
  await atomic(db, [
    db
      .deleteFrom('alert_deliveries')
      .where('workspace_id', '=', workspaceId)
      .where('firing_id', 'in', endedIncidents),
    db
      .deleteFrom('alert_firings')
      .where('workspace_id', '=', workspaceId)
      .where('ended_at', '<', before),
  ])
}
