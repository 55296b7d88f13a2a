import type { Forwarding, Redaction } from '@lathe/contract'
import { fromJsonOrNull, toJson, toJsonOrNull } from '../../platform/db/json.ts'
import { clearOutbox, countWaiting, makeDue } from './outbox.store.ts'
import { changeForwarding, countDropped, findForwarding, readRedaction } from './settings.store.ts'
import { environmentTarget, resolveTarget, secretContext } from './target.ts'
import { api, type Context } from '../../api/context.ts'
import { invalidInput } from '../../platform/http/errors.ts'
import { now } from '../../platform/time.ts'

export const forwardingRoutes = {
  get: api.forwarding.get.handler(({ context }) => describeForwarding(context)),

  edit: api.forwarding.edit.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    const { isOn, endpoint, project, agents, sendsExternal, redaction, key } = input
    if (redaction) await requirePatterns(redaction)
    const stored = await findForwarding(db, workspaceId)
    // Otherwise anyone who may edit the address could send the stored key to their own host.
    const hasNewHost = endpoint && new URL(endpoint).origin !== new URL(stored.endpoint).origin
    if (hasNewHost && stored.key_ciphertext && key === undefined) throw errors.KEY_NEEDED()

    await changeForwarding(db, workspaceId, {
      ...(isOn !== undefined && { is_on: isOn ? 1 : 0 }),
      ...(endpoint !== undefined && { endpoint }),
      ...(project !== undefined && { project }),
      ...(agents !== undefined && { agents: toJsonOrNull(agents) }),
      ...(sendsExternal !== undefined && { sends_external: sendsExternal ? 1 : 0 }),
      ...(redaction !== undefined && { redaction: toJson(redaction) }),
      ...(key !== undefined && keyColumns(context, key)),
    })
    return await retryNow(context)
  }),

  retry: api.forwarding.retry.handler(({ context }) => retryNow(context)),

  discard: api.forwarding.discard.handler(async ({ context }) => {
    const { db, workspaceId } = context
    await countDropped(db, workspaceId, await clearOutbox(db, workspaceId))
    return describeForwarding(context)
  }),
}

async function requirePatterns({ rules }: Redaction): Promise<void> {
  const { patternProblem } = await import('../../platform/crypto/redact.ts')
  for (const [index, { pattern }] of rules.entries()) {
    const problem = patternProblem(pattern)
    if (problem) throw invalidInput(`redaction.rules.${index}.pattern`, problem)
  }
}

async function retryNow(context: Context) {
  await makeDue(context.db, now(), context.workspaceId)
  context.forwarder.wake()
  return await describeForwarding(context)
}

const keyColumns = ({ vault, workspaceId }: Context, key: string | null) => ({
  key_ciphertext: key === null ? null : vault.seal(key, secretContext(workspaceId)),
  key_hint: key === null ? null : key.length >= 12 ? `…${key.slice(-4)}` : '…',
})

/** Returns the settings without the secret, and the sending status. */
async function describeForwarding(context: Context): Promise<Forwarding> {
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
