import * as z from 'zod'
import { byId, Id, Micros, page } from '../common.ts'
import { commonErrors, RunError } from '../errors.ts'
import { route } from '../route.ts'
import { filterErrors } from './trace-filter.ts'

export const AlertMeasure = z.enum([
  'count',
  'error-rate',
  'p50',
  'p95',
  'p99',
  'cost',
  'tokens',
  'feedback',
])
export type AlertMeasure = z.infer<typeof AlertMeasure>

export const AlertWindow = z.enum(['5m', '15m', '30m', '1h', '6h', '24h', '7d'])
export type AlertWindow = z.infer<typeof AlertWindow>

const MINUTE = 60_000_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * Microseconds: length of the measured window, interval between evaluations, and range of a
 * preview.
 */
export const alertWindows: Record<
  AlertWindow,
  { length: number; step: number; previewRange: number }
> = {
  '5m': { length: 5 * MINUTE, step: MINUTE, previewRange: DAY },
  '15m': { length: 15 * MINUTE, step: 3 * MINUTE, previewRange: DAY },
  '30m': { length: 30 * MINUTE, step: 5 * MINUTE, previewRange: 2 * DAY },
  '1h': { length: HOUR, step: 10 * MINUTE, previewRange: 7 * DAY },
  '6h': { length: 6 * HOUR, step: 15 * MINUTE, previewRange: 7 * DAY },
  '24h': { length: DAY, step: HOUR, previewRange: 30 * DAY },
  '7d': { length: 7 * DAY, step: HOUR, previewRange: 30 * DAY },
}

/** An incident ends after this many consecutive evaluations within the threshold. */
export const RESOLVE_AFTER_EVALUATIONS = 3

const measurement = {
  /** Selects the measured traces, in the syntax of the trace list: `status:error agent:support`. */
  filter: z.string().max(2_000).default(''),
  measure: AlertMeasure,
  /** Key of the measured feedback. Null for other measures. */
  feedbackKey: z.string().trim().min(1).max(200).nullable().default(null),
  comparison: z.enum(['above', 'below']),
  window: AlertWindow,
  /**
   * Minimum number of traces or scores. With fewer, the state is `no-data`. Ignored when traces are
   * counted.
   */
  minCount: z.int().min(1).max(1_000_000).default(1),
}

/**
 * The unit depends on the measure: traces, a share of 1, milliseconds, nano-dollars, tokens or a
 * score.
 */
const threshold = z.number().min(-1e15).max(1e15)
const name = z.string().trim().min(1).max(80)
const webhookUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
  .max(2_000)
  .nullable()
/** `whsec_` and base64 as in Standard Webhooks, or any text. Never returned. */
const secret = z.string().trim().min(8).max(500).nullable()

const alertFields = {
  name,
  ...measurement,
  threshold,
  webhookUrl: webhookUrl.default(null),
  /**
   * Muted alerts are evaluated and listed. Their messages are held, and those that still apply are
   * sent on unmuting.
   */
  isMuted: z.boolean().default(false),
}

/** The measured rule. An incident keeps the rule as it was when it began. */
export const AlertRule = z.object({ ...measurement, threshold })
export type AlertRule = z.infer<typeof AlertRule>

export const AlertDelivery = z.object({
  event: z.enum(['firing', 'resolved']),
  status: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.int(),
  /** Reason the last attempt failed. */
  error: z.string().nullable(),
  queuedAt: Micros,
  sentAt: Micros.nullable(),
  /** Null unless an attempt is pending. */
  nextAttemptAt: Micros.nullable(),
})
export type AlertDelivery = z.infer<typeof AlertDelivery>

export const AlertIncident = z.object({
  id: Id,
  alertId: Id,
  rule: AlertRule,
  startedAt: Micros,
  endedAt: Micros.nullable(),
  /** Value when the incident began. */
  value: z.number(),
  /** Value furthest beyond the threshold during the incident. */
  worst: z.number(),
  /** Value when it ended. Null while it is open, or if there was nothing left to measure. */
  endValue: z.number().nullable(),
  /** The traces measured when it began. */
  traces: z.object({ count: z.int(), from: Micros, to: Micros }),
  deliveries: z.array(AlertDelivery),
})
export type AlertIncident = z.infer<typeof AlertIncident>

export const AlertState = z.enum(['waiting', 'ok', 'firing', 'no-data'])
export type AlertState = z.infer<typeof AlertState>

export const Alert = z.object({
  id: Id,
  ...alertFields,
  hasSecret: z.boolean(),
  createdAt: Micros,
  updatedAt: Micros,
  /** `waiting` until the first evaluation. */
  state: AlertState,
  /** Value of the last evaluation. Null if there was nothing to measure. */
  value: z.number().nullable(),
  count: z.int().nullable(),
  evaluatedAt: Micros.nullable(),
  /** Reason the rule cannot be evaluated. */
  problem: z.string().nullable(),
  /** The last evaluations, oldest first. */
  recent: z.array(z.object({ at: Micros, value: z.number().nullable() })),
  /** The open incident. Null if the alert is not firing. */
  incident: AlertIncident.nullable(),
  /** The newest delivery. */
  delivery: AlertDelivery.nullable(),
})
export type Alert = z.infer<typeof Alert>

/** Result of a rule on past traces. */
export const AlertPreview = z.object({
  from: Micros,
  to: Micros,
  /** Microseconds between two evaluations. */
  step: z.int().positive(),
  /** One point per evaluation, oldest first. `at` is the end of the measured window. */
  points: z.array(z.object({ at: Micros, value: z.number().nullable(), count: z.int() })),
  /** Empty without a threshold. */
  incidents: z.array(z.object({ from: Micros, to: Micros.nullable() })),
})
export type AlertPreview = z.infer<typeof AlertPreview>

const noSuchAlert = { NO_SUCH_ALERT: { status: 404, message: 'No such alert' } } as const
const deliveryErrors = {
  NO_SUCH_DELIVERY: { status: 404, message: 'The incident has no such message' },
  NOT_FAILED: {
    status: 409,
    message: 'The message was already delivered or is queued',
    data: z.object({ status: AlertDelivery.shape.status }),
  },
} as const
const alertErrors = { ...commonErrors, ...noSuchAlert }

export const alerts = {
  list: route('GET', '/alerts', 'List alerts with their status, by name')
    .input(z.strictObject({}))
    .errors(commonErrors)
    .output(z.array(Alert)),

  create: route('POST', '/alerts', 'Create an alert')
    .input(z.strictObject({ ...alertFields, secret: secret.optional() }))
    .errors({ ...commonErrors, ...filterErrors })
    .output(Alert),

  get: route('GET', '/alerts/{id}', 'Get an alert').input(byId).errors(alertErrors).output(Alert),

  edit: route('PATCH', '/alerts/{id}', 'Change an alert; it is evaluated again')
    .input(
      z.strictObject({
        id: Id,
        name: name.optional(),
        filter: measurement.filter.unwrap().optional(),
        measure: AlertMeasure.optional(),
        feedbackKey: measurement.feedbackKey.unwrap().optional(),
        comparison: measurement.comparison.optional(),
        threshold: threshold.optional(),
        window: AlertWindow.optional(),
        minCount: measurement.minCount.unwrap().optional(),
        webhookUrl: webhookUrl.optional(),
        isMuted: z.boolean().optional(),
        /** Null removes the secret. If absent, it stays. */
        secret: secret.optional(),
      }),
    )
    .errors({ ...alertErrors, ...filterErrors })
    .output(Alert),

  delete: route('DELETE', '/alerts/{id}', 'Delete an alert; it can be restored for a day')
    .input(byId)
    .errors(alertErrors)
    .output(z.object({})),

  restore: route('POST', '/alerts/{id}/restore', 'Restore a deleted alert')
    .input(byId)
    .errors(alertErrors)
    .output(Alert),

  preview: route('POST', '/alerts/preview', 'Preview an alert on past traces')
    .input(z.strictObject({ ...measurement, threshold: threshold.nullable().default(null) }))
    .errors({ ...commonErrors, ...filterErrors })
    .output(AlertPreview),

  test: route('POST', '/alerts/test', 'Send a test message to a webhook')
    .input(
      z.strictObject({
        webhookUrl: webhookUrl.unwrap(),
        /** Signs the message. Defaults to the stored secret of the alert. */
        secret: secret.optional(),
        id: Id.optional(),
      }),
    )
    .errors(alertErrors)
    .output(
      z.discriminatedUnion('ok', [
        z.object({ ok: z.literal(true), status: z.int(), ms: z.int() }),
        z.object({ ok: z.literal(false), error: RunError }),
      ]),
    ),

  resend: route(
    'POST',
    '/alerts/{id}/incidents/{incidentId}/{event}/resend',
    'Resend an undelivered message',
    'Sends the message immediately to the current webhook, with its original id. A failure within a day of the incident is retried.',
  )
    .input(z.strictObject({ id: Id, incidentId: Id, event: AlertDelivery.shape.event }))
    .errors({ ...alertErrors, ...deliveryErrors })
    .output(AlertDelivery),

  incidents: route(
    'GET',
    '/alerts/{id}/incidents',
    'List incidents and their messages, newest first',
  )
    .input(z.strictObject({ id: Id, ...page }))
    .errors(alertErrors)
    .output(z.object({ items: z.array(AlertIncident), hasMore: z.boolean() })),
}
