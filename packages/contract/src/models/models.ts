import * as z from 'zod'
import { byId, Id, Micros } from '../common.ts'
import { commonErrors, notFound, RunError } from '../errors.ts'
import { route } from '../route.ts'

/** A slug, because graphs refer to connections by name. */
export const ConnectionName = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/, 'lower-case letters, digits and dashes, at most 64')

/** Shown instead of the value of a secret header. Sending it back keeps the stored value. */
export const HEADER_MASK = '••••••••'

/**
 * Characters that no header can carry are rejected on input, because later errors would repeat the
 * key.
 */
const Key = z
  .string()
  .trim()
  .max(8_000)
  .regex(/^[ -~]*$/, 'must be letters, digits and punctuation on one line')
export const HeaderMap = z.record(
  z
    .string()
    .max(200)
    .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be a valid header name'),
  z
    .string()
    .max(8_000)
    .regex(/^(•{8}|[ -~\u00a0-\u00ff]*)$/, 'must be letters, digits and punctuation on one line'),
)

/** `azure-openai` has the deployment in the path and requires an API version. */
export const ConnectionKind = z.enum(['openai-compatible', 'azure-openai'])
export type ConnectionKind = z.infer<typeof ConnectionKind>

const settings = {
  kind: ConnectionKind.default('openai-compatible'),
  /** Sent as `api-version` with every call. Required by Azure. */
  apiVersion: z
    .string()
    .trim()
    .regex(/^[\w.-]{1,40}$/, 'such as 2024-10-21')
    .nullable()
    .default(null),
  name: ConnectionName,
  baseUrl: z.url({ protocol: /^https?$/ }).max(2_000),
  defaultHeaders: z.record(z.string().max(200), z.string().max(8_000)).default({}),
  timeoutMs: z.int().positive().nullable().default(null),
  maxRetries: z.int().min(0).max(10).nullable().default(null),
  /** Maximum concurrent calls. Null means no limit. */
  concurrency: z.int().positive().nullable().default(null),
  /** Within any 60 seconds, over the whole process. Null means no limit. */
  requestsPerMinute: z.int().positive().nullable().default(null),
  tokensPerMinute: z.int().positive().nullable().default(null),
  /** Permission to reach a loopback or private address. */
  allowPrivate: z.boolean().default(false),
}

export const Connection = z.object({
  id: Id,
  ...settings,
  /** Last characters of the key, which itself is never returned. Null without a key. */
  keyHint: z.string().nullable(),
  /** The demo connection is built in and cannot be deleted. */
  isBuiltIn: z.boolean(),
  createdAt: Micros,
  updatedAt: Micros,
})
export type Connection = z.infer<typeof Connection>

/** Prices in nano-dollars per million tokens. */
const price = z.int().nonnegative()
const priceFields = {
  /** Model name. `*` matches any characters. */
  pattern: z.string().min(1).max(256),
  validFrom: Micros.default(0),
  input: price,
  cachedRead: price.nullable().default(null),
  cachedWrite: price.nullable().default(null),
  output: price,
  reasoning: price.nullable().default(null),
  audioInput: price.nullable().default(null),
  audioOutput: price.nullable().default(null),
  /** Audio input read from the cache. Defaults to the price of other cached input. */
  audioCached: price.nullable().default(null),
  /** Source of the price. */
  source: z.string().max(500).default(''),
}
export const ModelPrice = z.object({ id: Id, ...priceFields })
export type ModelPrice = z.infer<typeof ModelPrice>

const nameTaken = {
  NAME_TAKEN: { status: 409, message: 'Another connection has this name' },
}
/** Otherwise a user who may change an address could send a stored key to their own host. */
const keyNeeded = {
  KEY_NEEDED: {
    status: 409,
    message: 'A new address requires the key and all secret headers again, or none',
  },
}
const errors = { ...commonErrors, ...notFound.connection }
const providerFailed = {
  PROVIDER: {
    status: 502,
    message: 'The provider returned an unexpected response',
    data: z.object({ error: RunError }),
  },
}

export const models = {
  connections: route('GET', '/connections', 'List connections')
    .errors(commonErrors)
    .output(z.array(Connection)),

  createConnection: route('POST', '/connections', 'Add a connection')
    .input(
      z.strictObject({ ...settings, defaultHeaders: HeaderMap.default({}), key: Key.optional() }),
    )
    .errors({ ...commonErrors, ...nameTaken })
    .output(Connection),

  editConnection: route('PATCH', '/connections/{id}', 'Change a connection')
    .input(
      z.strictObject({
        id: Id,
        name: settings.name.optional(),
        baseUrl: settings.baseUrl.optional(),
        defaultHeaders: HeaderMap.optional(),
        timeoutMs: settings.timeoutMs.unwrap().optional(),
        maxRetries: settings.maxRetries.unwrap().optional(),
        concurrency: settings.concurrency.unwrap().optional(),
        kind: ConnectionKind.optional(),
        apiVersion: settings.apiVersion.unwrap().optional(),
        requestsPerMinute: settings.requestsPerMinute.unwrap().optional(),
        tokensPerMinute: settings.tokensPerMinute.unwrap().optional(),
        allowPrivate: z.boolean().optional(),
        /** Null removes the key. If absent, the key stays, which a new host does not allow. */
        key: Key.nullable().optional(),
      }),
    )
    .errors({ ...errors, ...nameTaken, ...keyNeeded })
    .output(Connection),

  deleteConnection: route('DELETE', '/connections/{id}', 'Delete a connection')
    .input(byId)
    .errors({
      ...errors,
      BUILT_IN: { status: 409, message: 'This connection is built in and cannot be deleted' },
    })
    .output(z.object({})),

  testConnection: route(
    'POST',
    '/connections/{id}/test',
    "Test a connection by listing the provider's models",
  )
    .input(byId)
    .errors(errors)
    .output(
      z.discriminatedUnion('ok', [
        z.object({ ok: z.literal(true), latencyMs: z.number(), models: z.int() }),
        z.object({ ok: z.literal(false), latencyMs: z.number(), error: RunError }),
      ]),
    ),

  list: route('GET', '/connections/{id}/models', 'List the models of a connection')
    .input(byId)
    .errors({ ...errors, ...providerFailed })
    .output(z.array(z.object({ id: z.string(), ownedBy: z.string().nullable() }))),

  deleteModel: route(
    'DELETE',
    '/connections/{id}/models/{name}',
    'Permanently delete a fine-tuned model at its provider',
  )
    .input(z.strictObject({ id: Id, name: z.string().min(1).max(256) }))
    .errors({ ...errors, ...providerFailed })
    .output(z.object({})),

  prices: route('GET', '/prices', 'List prices').errors(commonErrors).output(z.array(ModelPrice)),

  setPrice: route('POST', '/prices', 'Add a price or replace the price of the same model and date')
    .input(z.strictObject(priceFields))
    .errors(commonErrors)
    .output(ModelPrice),

  deletePrice: route('DELETE', '/prices/{id}', 'Delete a price')
    .input(byId)
    .errors({ ...commonErrors, ...notFound.price })
    .output(z.object({})),
}
