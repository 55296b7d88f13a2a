import type { Alert, AlertRule } from '@lathe/contract'
import { v7 } from 'uuid'
import {
  type AlertRow,
  editAlert,
  findAlert,
  insertAlert,
  listAlerts,
  restoreAlert,
} from './alerts.store.ts'
import { deliver, SEND_LEASE } from './deliver.ts'
import { claimFailedDelivery, dropOutdatedDeliveries, findDelivery } from './deliveries.store.ts'
import { previewAlert } from './preview.ts'
import { secretContext, signedHeaders } from './webhook-secret.ts'
import { fromJson, toJson } from '../../platform/db/json.ts'
import { readFilter } from '../query/list/trace-filter.ts'
import { softDelete } from '../../platform/db/soft-delete.ts'
import { api, type Context } from '../../api/context.ts'
import { invalidInput, invalidInputs } from '../../platform/http/errors.ts'
import { now } from '../../platform/time.ts'
import {
  listIncidents,
  newestDeliveries,
  listOpenIncidents,
  toDelivery,
} from './incidents.store.ts'
import { testMessage } from './webhook-message.ts'

export const alertRoutes = {
  list: api.alerts.list.handler(async ({ context }) =>
    describeAlerts(context, await listAlerts(context.db, context.workspaceId)),
  ),

  create: api.alerts.create.handler(async ({ input, context, errors }) => {
    const { name, webhookUrl, isMuted, secret = null, ...rule } = input
    requireRule(rule, errors)
    await requireAllowedWebhook(context, webhookUrl)
    const { db, vault, workspaceId } = context
    const [createdAt, id] = [now(), v7()]
    const key = { workspace_id: workspaceId, id }
    const row = await insertAlert(db, {
      ...key,
      name,
      rule: toJson(rule),
      webhook_url: webhookUrl,
      secret: secret === null ? null : vault.seal(secret, secretContext(key)),
      is_muted: isMuted ? 1 : 0,
      created_at: createdAt,
      updated_at: createdAt,
      state: 'waiting',
      calm: 0,
      recent: toJson([]),
      due_at: createdAt,
    })
    return evaluateSoon(context, row)
  }),

  get: api.alerts.get.handler(async ({ input, context, errors }) => {
    const row = await findAlert(context.db, context.workspaceId, input.id)
    if (!row) throw errors.NO_SUCH_ALERT()
    return describeAlert(context, row)
  }),

  edit: api.alerts.edit.handler(async ({ input, context, errors }) => {
    const { id, name, webhookUrl, isMuted, secret, ...changes } = input
    const { db, vault, workspaceId } = context
    for (;;) {
      const stored = await findAlert(db, workspaceId, id)
      if (!stored) throw errors.NO_SUCH_ALERT()
      const storedRule: AlertRule = fromJson(stored.rule)
      const rule = withChanges(storedRule, changes)
      requireRule(rule, errors)
      if (webhookUrl !== stored.webhook_url) await requireAllowedWebhook(context, webhookUrl)
      if (stored.is_muted === 1 && isMuted === false) await dropOutdatedDeliveries(db, stored.id)
      const hasRuleChanged = toJson(rule) !== toJson(storedRule)
      const edited = await editAlert(db, stored, {
        ...(name !== undefined && { name }),
        ...(webhookUrl !== undefined && { webhook_url: webhookUrl }),
        ...(isMuted !== undefined && { is_muted: isMuted ? 1 : 0 }),
        ...(secret !== undefined && {
          secret: secret === null ? null : vault.seal(secret, secretContext(stored)),
        }),
        ...(hasRuleChanged && {
          rule: toJson(rule),
          ...resetEvaluation(storedRule, rule),
          due_at: now(),
        }),
      })
      if (edited) return evaluateSoon(context, edited)
    }
  }),

  delete: api.alerts.delete.handler(async ({ input, context, errors }) => {
    const isDeleted = await softDelete(context.db, 'alerts', context.workspaceId, input.id)
    if (!isDeleted) throw errors.NO_SUCH_ALERT()
    return {}
  }),

  restore: api.alerts.restore.handler(async ({ input, context, errors }) => {
    const row = await restoreAlert(context.db, context.workspaceId, input.id)
    if (!row) throw errors.NO_SUCH_ALERT()
    return evaluateSoon(context, row)
  }),

  preview: api.alerts.preview.handler(({ input, context, errors }) => {
    requireRule(input, errors)
    return previewAlert(context.db, context.workspaceId, input, now())
  }),

  test: api.alerts.test.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    const alert = input.id === undefined ? undefined : await findAlert(db, workspaceId, input.id)
    if (input.id !== undefined && !alert) throw errors.NO_SUCH_ALERT()
    return sendTest(context, input, alert)
  }),

  resend: api.alerts.resend.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    const alert = await findAlert(db, workspaceId, input.id)
    if (!alert) throw errors.NO_SUCH_ALERT()
    const { incidentId, event } = input
    const address = { workspace_id: workspaceId, alert_id: alert.id, firing_id: incidentId, event }
    const delivery = await claimFailedDelivery(db, address, now() + SEND_LEASE)
    // Sent even if the client disconnects.
    if (delivery) await deliver(context, delivery, new AbortController().signal)
    const row = await findDelivery(db, address)
    if (!row) throw errors.NO_SUCH_DELIVERY()
    if (!delivery) throw errors.NOT_FAILED({ data: { status: row.status } })
    return toDelivery(row)
  }),

  incidents: api.alerts.incidents.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    const alert = await findAlert(db, workspaceId, input.id)
    if (!alert) throw errors.NO_SUCH_ALERT()
    const incidents = await listIncidents(db, alert.id, input)
    return { items: incidents.slice(0, input.limit), hasMore: incidents.length > input.limit }
  }),
}

type FilterErrors = Parameters<typeof readFilter>[1]

function requireRule(
  rule: Omit<AlertRule, 'threshold'> & { threshold: number | null },
  errors: FilterErrors,
): void {
  readFilter(rule, errors)
  const problems = ruleProblems(rule)
  if (problems.length > 0) throw invalidInputs(problems)
}

async function requireAllowedWebhook(
  { webhooks }: Context,
  url: string | null | undefined,
): Promise<void> {
  const refusal = url ? await webhooks.findRefusal(url) : undefined
  if (!refusal) return
  const { message, hint } = refusal
  throw invalidInput('webhookUrl', hint === undefined ? message : `${message}. ${hint}`)
}

type Changes = { [Key in keyof AlertRule]?: AlertRule[Key] | undefined }

const withChanges = (rule: AlertRule, changes: Changes): AlertRule => ({
  ...rule,
  ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
})

/** Resets the evaluation state: earlier values are not comparable after the change. */
const resetEvaluation = (before: AlertRule, after: AlertRule) => ({
  looked_at: null,
  ...((before.measure !== after.measure ||
    before.window !== after.window ||
    before.filter !== after.filter) && { recent: toJson([]), value: null, count: null }),
})

/** Evaluates a changed alert soon. */
function evaluateSoon(context: Context, row: AlertRow): Promise<Alert> {
  context.alerter.wake()
  return describeAlert(context, row)
}

async function describeAlert(context: Context, row: AlertRow): Promise<Alert> {
  const [alert] = await describeAlerts(context, [row])
  if (!alert) throw new Error('one row per alert')
  return alert
}

async function describeAlerts(
  { db, workspaceId }: Context,
  rows: readonly AlertRow[],
): Promise<Alert[]> {
  const [incidents, deliveries] = await Promise.all([
    listOpenIncidents(db, workspaceId),
    newestDeliveries(db, workspaceId),
  ])
  return rows.map((row) =>
    toAlert(row, {
      incident: incidents.get(row.id) ?? null,
      delivery: deliveries.get(row.id) ?? null,
    }),
  )
}

type RuleInput = Omit<AlertRule, 'threshold'> & { threshold: number | null }

/** Problems that involve several fields. */
function ruleProblems(rule: RuleInput): { path: string; message: string }[] {
  const { measure, feedbackKey, threshold } = rule
  const problems = []
  if (measure === 'feedback' && feedbackKey === null)
    problems.push({ path: 'feedbackKey', message: 'is required for the measure feedback' })
  if (measure !== 'feedback' && feedbackKey !== null)
    problems.push({ path: 'feedbackKey', message: 'applies only to the measure feedback' })
  if (threshold === null) return problems
  if (measure === 'error-rate' && threshold > 1)
    problems.push({ path: 'threshold', message: 'is a share: at most 1' })
  if (measure !== 'feedback' && threshold < 0)
    problems.push({ path: 'threshold', message: 'must be at least 0' })
  return problems
}

type AlertActivity = Pick<Alert, 'incident' | 'delivery'>

const toAlert = (row: AlertRow, { incident, delivery }: AlertActivity): Alert => ({
  id: row.id,
  name: row.name,
  ...fromJson(row.rule),
  webhookUrl: row.webhook_url,
  hasSecret: row.secret !== null,
  isMuted: row.is_muted === 1,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  state: row.state,
  value: row.value,
  count: row.count,
  evaluatedAt: row.looked_at,
  problem: row.problem,
  recent: fromJson(row.recent),
  incident,
  delivery,
})

type TestInput = { webhookUrl: string; secret?: string | null | undefined }

/** Sends once, without retries, so that the result is shown at once. */
async function sendTest(
  { vault, webhooks, url }: Context,
  { webhookUrl, secret }: TestInput,
  alert: AlertRow | undefined,
) {
  const [id, time, startedAt] = [v7(), now(), performance.now()]
  const storedSecret = alert?.secret ? vault.open(alert.secret, secretContext(alert)) : null
  const body = JSON.stringify(testMessage(id, alert?.name ?? 'a new alert', url(), time))
  const headers = signedHeaders(
    { id, body, atSeconds: Math.floor(time / 1e6) },
    secret === undefined ? storedSecret : secret,
  )
  const result = await webhooks.post(webhookUrl, { headers, body })
  return result.ok
    ? { ok: true as const, status: result.status, ms: Math.round(performance.now() - startedAt) }
    : result
}
