import * as z from 'zod'
import { JsonSchema, ToolName } from './common.ts'
import { Effect } from './graph-document/nodes.ts'
import { ServerUrl } from './tool-config.ts'

/** Longer documents are refused. */
export const OPENAPI_CHARACTERS = 20_000_000
/** Made in one import. */
export const OPENAPI_TOOLS = 500

const DocumentText = z.string().min(1).max(OPENAPI_CHARACTERS)
const Secret = z
  .string()
  .min(1)
  .max(8_000)
  .regex(/^[ -~]*$/, 'letters, digits and signs on one line')
const SecretName = z
  .string()
  .max(200)
  .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'not the name of a header')

/** How a call says who it is. */
export const OpenApiAuth = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('none') }),
  z.strictObject({ type: z.literal('bearer'), token: Secret }),
  z.strictObject({ type: z.literal('basic'), username: z.string().max(200), password: Secret }),
  z.strictObject({ type: z.literal('header'), name: SecretName, value: Secret }),
  z.strictObject({ type: z.literal('query'), name: SecretName, value: Secret }),
])
export type OpenApiAuth = z.infer<typeof OpenApiAuth>

export const OpenApiOperation = z.object({
  /** `GET /users/{id}` */
  operation: z.string(),
  /** Suggested for the tool. */
  name: ToolName,
  description: z.string(),
  effect: Effect,
  schema: JsonSchema,
  /** Schemes that say who calls, by their ids: those of any one of these sets, together. */
  security: z.array(z.array(z.string())),
  /** Why no tool can be made of it; null where one can. */
  problem: z.string().nullable(),
})
export type OpenApiOperation = z.infer<typeof OpenApiOperation>

/** One of the document's ways to say who calls; `name` is the header or the parameter. */
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

export const OpenApiReading = z.object({
  /** The document itself, for the import. */
  text: z.string(),
  title: z.string(),
  servers: z.array(z.string()),
  schemes: z.array(OpenApiScheme),
  operations: z.array(OpenApiOperation),
})
export type OpenApiReading = z.infer<typeof OpenApiReading>

export const OpenApiImport = z.strictObject({
  text: DocumentText,
  server: ServerUrl,
  /** Secrets of the document's schemes, by their ids: an operation takes the first set of its own that is here. */
  schemes: z.record(z.string().max(200), OpenApiAuth).default({}),
  /** Of every other operation. */
  auth: OpenApiAuth.default({ type: 'none' }),
  /** Owner's grant to reach a loopback or private address. */
  allowPrivate: z.boolean().default(false),
  operations: z
    .array(z.strictObject({ operation: z.string().max(2_000), name: ToolName }))
    .min(1)
    .max(OPENAPI_TOOLS),
})
export type OpenApiImport = z.infer<typeof OpenApiImport>
