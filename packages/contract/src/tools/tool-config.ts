import * as z from 'zod'
import { Json, ToolName, type JsonSchema } from '@lathe/nodes/schemas'

import { MediaToolConfig } from './media-tools.ts'
import { HeaderMap } from '../models/models.ts'

/** `{{name}}` in a text is replaced by the argument of that name. `{name}` is accepted and stored as `{{name}}`. */
const Text = z.string().max(8_000)

/** Parts of an HTTP request. Texts may refer to arguments. */
const request = {
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  /** A parameter that is only `{{name}}` is omitted if the argument is missing. */
  query: z.record(z.string().min(1).max(200), Text).default({}),
  headers: HeaderMap.default({}),
  /** `rest`: the arguments that are not used elsewhere, as a JSON object. */
  body: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('none') }),
      z.strictObject({ type: z.literal('rest') }),
      z.strictObject({ type: z.literal('form') }),
      z.strictObject({ type: z.literal('json'), value: Json }),
      /** A `content-type` header takes precedence. */
      z.strictObject({
        type: z.literal('text'),
        value: Text,
        contentType: z
          .string()
          .regex(/^[\w.+-]+\/[\w.+-]+(; *[\w-]+=[\w.-]+)*$/, 'must be a media type')
          .max(200)
          .default('text/plain; charset=utf-8'),
      }),
    ])
    .default({ type: 'none' }),
}

/** Arguments cannot change the host. */
const Url = z
  .string()
  .max(2_000)
  .regex(
    /^https?:\/\/[^/?#{}\s@]+([/?#]|$)/,
    'must be an http or https address without {{name}} in its host',
  )

/** An address without references to arguments. */
export const ServerUrl = z
  .string()
  .max(1_000)
  .regex(/^https?:\/\/[^?#{}\s@]+$/, 'must be an http or https address without query or {{name}}')

export const HttpToolConfig = z.strictObject({
  kind: z.literal('http'),
  ...request,
  url: Url,
  /** Stored encrypted and returned masked. Sending the mask back keeps the value. */
  secretHeaders: HeaderMap.default({}),
  secretQuery: HeaderMap.default({}),
  /** Permission to reach a loopback or private address. */
  allowPrivate: z.boolean().default(false),
})
export type HttpToolConfig = z.infer<typeof HttpToolConfig>

export const CodeToolConfig = z.strictObject({
  kind: z.literal('code'),
  /** A JavaScript expression or function body over `args`. Its return value is the result. */
  code: z.string().min(1).max(100_000),
})
export type CodeToolConfig = z.infer<typeof CodeToolConfig>

/** An operation of an OpenAPI document. */
export const OpenApiToolConfig = HttpToolConfig.extend({
  kind: z.literal('openapi'),
  /** Title of the document. */
  document: z.string().max(200),
  /** For example `GET /users/{id}`. */
  operation: z.string().max(2_000),
})
export type OpenApiToolConfig = z.infer<typeof OpenApiToolConfig>

/** A tool of an MCP server. */
export const McpToolConfig = z.strictObject({
  kind: z.literal('mcp'),
  /** Name of the server in the workspace or in the operator's file. */
  server: ToolName,
  /** Name on the server. */
  tool: z.string().min(1).max(200),
  /** Digest of the server's definition when it was enabled. */
  digest: z.string().max(128),
})
export type McpToolConfig = z.infer<typeof McpToolConfig>

/** An SQL database. The caller sends the statements. */
export const SqlToolConfig = z.strictObject({
  kind: z.literal('sql'),
  database: z.discriminatedUnion('type', [
    /**
     * A file in a folder that the operator allows. Relative paths start in the first of these
     * folders.
     */
    z.strictObject({ type: z.literal('sqlite'), file: z.string().trim().min(1).max(1_000) }),
    z.strictObject({
      type: z.literal('postgres'),
      url: z
        .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })
        .max(2_000),
      /** Stored encrypted and never returned. A password in the address is moved here. */
      password: z.string().max(1_000).default(''),
      /** Permission to reach a loopback or private address. */
      allowPrivate: z.boolean().default(false),
    }),
  ]),
  /** If false, the database itself rejects every change. */
  allowWrites: z.boolean().default(false),
  /** Further rows are omitted. */
  maxRows: z.int().min(1).max(10_000).default(200),
  timeoutMs: z.int().min(100).max(60_000).default(10_000),
})
export type SqlToolConfig = z.infer<typeof SqlToolConfig>

/** Arguments of every SQL tool. */
export const SQL_ARGUMENTS = {
  type: 'object',
  properties: {
    query: { type: 'string', minLength: 1, maxLength: 20_000, description: 'One SQL statement' },
    params: {
      type: 'array',
      maxItems: 100,
      items: { type: ['string', 'number', 'boolean', 'null'] },
      description: 'Values of its parameters, in order: ? in SQLite, $1 in Postgres',
    },
  },
  required: ['query'],
  additionalProperties: false,
} satisfies JsonSchema

export const ToolConfig = z.discriminatedUnion('kind', [
  HttpToolConfig,
  OpenApiToolConfig,
  CodeToolConfig,
  McpToolConfig,
  SqlToolConfig,
  MediaToolConfig,
])
export type ToolConfig = z.infer<typeof ToolConfig>
