import * as z from 'zod'
import { Id, Micros } from '../common.ts'
import { commonErrors } from '../errors.ts'
import { route } from '../route.ts'

/** Every match is replaced before data is sent. */
export const RedactionRule = z.strictObject({
  /** Regular expression in RE2 syntax. */
  pattern: z.string().min(1).max(500),
  replacement: z.string().max(200).default('[redacted]'),
})
export type RedactionRule = z.infer<typeof RedactionRule>

export const Redaction = z.strictObject({
  /** Redacts keys, tokens and passwords of known formats. */
  secrets: z.boolean().default(true),
  hidesInputs: z.boolean().default(false),
  hidesOutputs: z.boolean().default(false),
  /** Attachments, which cannot be searched for secrets. Hidden inputs or outputs hide them too. */
  hidesFiles: z.boolean().default(true),
  /** Names of custom attributes and metadata that are sent even if inputs or outputs are hidden. */
  passes: z.array(z.string().trim().min(1).max(200)).max(100).default([]),
  rules: z.array(RedactionRule).max(50).default([]),
})
export type Redaction = z.infer<typeof Redaction>

export const LANGSMITH_URL = 'https://api.smith.langchain.com'

const settings = {
  isOn: z.boolean(),
  endpoint: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
    .max(2_000),
  project: z.string().trim().min(1).max(200),
  /** Ids of the agents whose runs are sent; null for all. */
  agents: z.array(Id).max(1_000).nullable(),
  /** Also forwards traces received from other programs. */
  sendsExternal: z.boolean(),
  redaction: Redaction,
}

export const Forwarding = z.object({
  ...settings,
  keyHint: z.string().nullable(),
  /**
   * Settings from the environment, which override these. Null unless the environment enables
   * forwarding.
   */
  environment: z.object({ endpoint: z.string(), project: z.string() }).nullable(),
  /** Reason nothing is sent although forwarding is enabled. */
  obstacle: z.enum(['no-key', 'own-address']).nullable(),
  status: z.object({
    /** Number of traces in the outbox. */
    waiting: z.int(),
    oldestAt: Micros.nullable(),
    sentTraces: z.int(),
    sentSpans: z.int(),
    lastSentAt: Micros.nullable(),
    /** Traces dropped because the outbox was full or the receiver rejected them permanently. */
    dropped: z.int(),
    lastError: z.string().nullable(),
    lastErrorAt: Micros.nullable(),
    nextAttemptAt: Micros.nullable(),
  }),
})
export type Forwarding = z.infer<typeof Forwarding>

const keyNeeded = {
  KEY_NEEDED: { status: 409, message: 'A new address requires the key again' },
} as const

export const forwarding = {
  get: route('GET', '/forwarding', 'Get the forwarding settings and status')
    .input(z.strictObject({}))
    .errors(commonErrors)
    .output(Forwarding),

  edit: route('PATCH', '/forwarding', 'Change the forwarding settings')
    .input(
      z.strictObject({
        isOn: settings.isOn.optional(),
        endpoint: settings.endpoint.optional(),
        project: settings.project.optional(),
        agents: settings.agents.optional(),
        sendsExternal: settings.sendsExternal.optional(),
        redaction: Redaction.optional(),
        /** Null removes the key. If absent, the key stays, which a new host does not allow. */
        key: z.string().trim().min(1).max(8_000).nullable().optional(),
      }),
    )
    .errors({ ...commonErrors, ...keyNeeded })
    .output(Forwarding),

  retry: route('POST', '/forwarding/retry', 'Retry waiting traces now')
    .input(z.strictObject({}))
    .errors(commonErrors)
    .output(Forwarding),

  discard: route('POST', '/forwarding/discard', 'Empty the outbox without sending it')
    .input(z.strictObject({}))
    .errors(commonErrors)
    .output(Forwarding),
}
