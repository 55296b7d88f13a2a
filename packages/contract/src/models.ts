import * as z from 'zod'
import { byId, Id, Micros } from './common.ts'
import { commonErrors, notFound, RunError } from './errors.ts'
import { route } from './route.ts'

/** Graphs name a connection, so names are slugs. */
export const ConnectionName = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/, 'lower-case letters, digits and dashes, at most 64')

/** Shown instead of a secret header's value; sent back, it keeps what is stored. */
export const HEADER_MASK = '••••••••'

/** What no header can carry is refused where it is entered: later errors would repeat it. */
const Key = z
  .string()
  .trim()
  .max(8_000)
  .regex(/^[ -~]*$/, 'letters, digits and signs on one line')
export const HeaderMap = z.record(
  z
    .string()
    .max(200)
    .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'not the name of a header'),
  z
    .string()
    .max(8_000)
    .regex(/^(•{8}|[ -~\u00a0-\u00ff]*)$/, 'letters, digits and signs on one line'),
)

/** `azure-openai` names the model's deployment in the path and asks for an API version. */
export const ConnectionKind = z.enum(['openai-compatible', 'azure-openai'])
export type ConnectionKind = z.infer<typeof ConnectionKind>

const settings = {
  kind: ConnectionKind.default('openai-compatible'),
  /** Sent as `api-version` with every call; Azure asks for one. */
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
  /** Calls at once; null means no limit. */
  concurrency: z.int().positive().nullable().default(null),
  /** Of any sixty seconds, over the whole process; null means no limit. */
  requestsPerMinute: z.int().positive().nullable().default(null),
  tokensPerMinute: z.int().positive().nullable().default(null),
  /** Owner's grant to reach a loopback or private address. */
  allowPrivate: z.boolean().default(false),
}

export const Connection = z.object({
  id: Id,
  ...settings,
  /** The key itself never leaves the server; this is its last characters, or null. */
  keyHint: z.string().nullable(),
  /** The demo connection comes with the product and cannot be deleted. */
  isBuiltIn: z.boolean(),
  createdAt: Micros,
  updatedAt: Micros,
})
export type Connection = z.infer<typeof Connection>

/** Prices in nano-dollars per million tokens. */
const price = z.int().nonnegative()
const priceFields = {
  /** Model name; `*` stands for any characters. */
  pattern: z.string().min(1).max(256),
  validFrom: Micros.default(0),
  input: price,
  cachedRead: price.nullable().default(null),
  cachedWrite: price.nullable().default(null),
  output: price,
  reasoning: price.nullable().default(null),
  audioInput: price.nullable().default(null),
  audioOutput: price.nullable().default(null),
  /** Of audio that is read from the cache; charged as what else is read from it where there is none. */
  audioCached: price.nullable().default(null),
  /** Where the price is from, for receipts. */
  source: z.string().max(500).default(''),
}
export const ModelPrice = z.object({ id: Id, ...priceFields })
export type ModelPrice = z.infer<typeof ModelPrice>

const nameTaken = {
  NAME_TAKEN: { status: 409, message: 'Another connection has this name' },
}
/** Else whoever may change an address could have a stored key sent to a host of theirs. */
const keyNeeded = {
  KEY_NEEDED: {
    status: 409,
    message: 'A new address needs its key and its secret headers again, or none of them',
  },
}
const errors = { ...commonErrors, ...notFound.connection }
const providerFailed = {
  PROVIDER: {
    status: 502,
    message: 'The provider did not answer as expected',
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
        /** Null removes the key; absent keeps it, which a new host does not allow. */
        key: Key.nullable().optional(),
      }),
    )
    .errors({ ...errors, ...nameTaken, ...keyNeeded })
    .output(Connection),

  deleteConnection: route('DELETE', '/connections/{id}', 'Delete a connection')
    .input(byId)
    .errors({ ...errors, BUILT_IN: { status: 409, message: 'This connection comes with Lathe' } })
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
