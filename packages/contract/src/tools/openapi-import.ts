import * as z from 'zod'
import { Effect, JsonSchema, ToolName } from '@lathe/nodes/schemas'

import { ServerUrl } from './tool-config.ts'

/** Maximum length of a document. */
export const MAX_OPENAPI_LENGTH = 20_000_000
/** Maximum tools per import. */
export const MAX_OPENAPI_TOOLS = 500

const DocumentText = z.string().min(1).max(MAX_OPENAPI_LENGTH)
const Secret = z
  .string()
  .min(1)
  .max(8_000)
  .regex(/^[ -~]*$/, 'must be letters, digits and punctuation on one line')
const SecretName = z
  .string()
  .max(200)
  .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be a valid header name')

/** Credentials of a call. */
export const OpenApiAuth = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('none') }),
  z.strictObject({ type: z.literal('bearer'), token: Secret }),
  z.strictObject({ type: z.literal('basic'), username: z.string().max(200), password: Secret }),
  z.strictObject({ type: z.literal('header'), name: SecretName, value: Secret }),
  z.strictObject({ type: z.literal('query'), name: SecretName, value: Secret }),
])
export type OpenApiAuth = z.infer<typeof OpenApiAuth>

export const OpenApiOperation = z.object({
  /** For example `GET /users/{id}`. */
  operation: z.string(),
  /** Suggested name of the tool. */
  name: ToolName,
  description: z.string(),
  effect: Effect,
  schema: JsonSchema,
  /** Alternative sets of security scheme ids. A call needs all schemes of one set. */
  security: z.array(z.array(z.string())),
  /** Reason it cannot become a tool. Null if it can. */
  problem: z.string().nullable(),
})
export type OpenApiOperation = z.infer<typeof OpenApiOperation>

/** A security scheme of the document. `name` is the header or parameter. */
export const OpenApiScheme = z.object({
  id: z.string(),
  type: z.enum(['bearer', 'basic', 'header', 'query']),
  name: z.string(),
})
export type OpenApiScheme = z.infer<typeof OpenApiScheme>

export const OpenApiSource = z.union([
  z.strictObject({ text: DocumentText }),
  z.strictObject({ url: z.url({ protocol: /^https?$/ }).max(2_000) }),
])
export type OpenApiSource = z.infer<typeof OpenApiSource>

export const ParsedOpenApi = z.object({
  /** The document, to be sent with the import. */
  text: z.string(),
  title: z.string(),
  servers: z.array(z.string()),
  schemes: z.array(OpenApiScheme),
  operations: z.array(OpenApiOperation),
})
export type ParsedOpenApi = z.infer<typeof ParsedOpenApi>

export const OpenApiImport = z.strictObject({
  text: DocumentText,
  server: ServerUrl,
  /** Credentials by scheme id. An operation uses its first set of schemes that is complete here. */
  schemes: z.record(z.string().max(200), OpenApiAuth).default({}),
  /** Credentials of every other operation. */
  auth: OpenApiAuth.default({ type: 'none' }),
  /** Permission to reach a loopback or private address. */
  allowPrivate: z.boolean().default(false),
  operations: z
    .array(z.strictObject({ operation: z.string().max(2_000), name: ToolName }))
    .min(1)
    .max(MAX_OPENAPI_TOOLS),
})
export type OpenApiImport = z.infer<typeof OpenApiImport>
