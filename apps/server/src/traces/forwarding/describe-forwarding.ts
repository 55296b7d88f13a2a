import type { Forwarding } from '@lathe/contract'
import { fromJsonOrNull } from '../../platform/db/json.ts'
import { countWaiting } from './outbox.store.ts'
import { findForwarding, readRedaction } from './settings.store.ts'
import { environmentTarget, resolveTarget } from './target.ts'
import type { Context } from '../../api/context.ts'
import { now } from '../../platform/time.ts'

/** Returns the settings without the secret, and the sending status. */
export async function describeForwarding(context: Context): Promise<Forwarding> {
  const { db, workspaceId } = context
  const [row, { waiting, oldestAt, dueAt }] = await Promise.all([
    findForwarding(db, workspaceId),
    countWaiting(db, workspaceId),
  ])
  const environment = environmentTarget(context, workspaceId)
  return {
    isOn: row.is_on === 1,
    endpoint: row.endpoint,
    project: row.project,
    agents: fromJsonOrNull(row.agents),
    sendsExternal: row.sends_external === 1,
    redaction: readRedaction(row),
    keyHint: row.key_hint,
    environment: environment
      ? { endpoint: environment.endpoint, project: environment.project }
      : null,
    obstacle: resolveTarget(context, row).obstacle,
    status: {
      waiting,
      oldestAt,
      sentTraces: row.sent_traces,
      sentSpans: row.sent_spans,
      lastSentAt: row.last_sent_at,
      dropped: row.dropped,
      lastError: row.last_error,
      lastErrorAt: row.last_error_at,
      nextAttemptAt: row.last_error !== null && dueAt !== null && dueAt > now() ? dueAt : null,
    },
  }
}
