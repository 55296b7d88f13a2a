import * as z from 'zod'
import { Json, type JsonSchema, ToolName } from './common.ts'
import { MediaToolConfig } from './media-tools.ts'
import { HeaderMap } from './models.ts'

/** `{{name}}` in a text stands for the argument of that name. `{name}` is accepted too, and stored as `{{name}}`. */
const Text = z.string().max(8_000)

/** What an HTTP call is made of; texts may name arguments. */
const request = {
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  /** A parameter that is `{{name}}` alone is omitted if the argument is not given. */
  query: z.record(z.string().min(1).max(200), Text).default({}),
  headers: HeaderMap.default({}),
  /** `rest`: the arguments that nothing else uses, as a JSON object. */
  body: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('none') }),
      z.strictObject({ type: z.literal('rest') }),
      z.strictObject({ type: z.literal('form') }),
      z.strictObject({ type: z.literal('json'), value: Json }),
      /** A header `content-type` wins over the one here. */
      z.strictObject({
        type: z.literal('text'),
        value: Text,
        contentType: z
          .string()
          .regex(/^[\w.+-]+\/[\w.+-]+(; *[\w-]+=[\w.-]+)*$/, 'a media type')
          .max(200)
          .default('text/plain; charset=utf-8'),
      }),
    ])
    .default({ type: 'none' }),
}

/** The host stands fast, whatever the arguments are. */
const Url = z
  .string()
  .max(2_000)
  .regex(
    /^https?:\/\/[^/?#{}\s@]+([/?#]|$)/,
    'an http or https address; its host holds no {{name}}',
  )

/** An address without anything that stands for an argument. */
export const ServerUrl = z
  .string()
  .max(1_000)
  .regex(/^https?:\/\/[^?#{}\s@]+$/, 'an http or https address without query or {{name}}')

export const HttpToolConfig = z.strictObject({
  kind: z.literal('http'),
  ...request,
  url: Url,
  /** Kept encrypted and never shown again: masked in answers, and a mask sent back keeps the value. */
  secretHeaders: HeaderMap.default({}),
  secretQuery: HeaderMap.default({}),
  /** Owner's grant to reach a loopback or private address. */
  allowPrivate: z.boolean().default(false),
})
export type HttpToolConfig = z.infer<typeof HttpToolConfig>

export const CodeToolConfig = z.strictObject({
  kind: z.literal('code'),
  /** A JavaScript expression or function body over `args`; what it returns is the result. */
  code: z.string().min(1).max(100_000),
})
export type CodeToolConfig = z.infer<typeof CodeToolConfig>

/** An operation of an OpenAPI document. */
export const OpenApiToolConfig = HttpToolConfig.extend({
  kind: z.literal('openapi'),
  /** The document's title. */
  document: z.string().max(200),
  /** `GET /users/{id}` */
  operation: z.string().max(2_000),
})
export type OpenApiToolConfig = z.infer<typeof OpenApiToolConfig>

/** A tool of an MCP server. */
export const McpToolConfig = z.strictObject({
  kind: z.literal('mcp'),
  /** The server's name in the workspace, or in the operator's file. */
  server: ToolName,
  /** What the server calls it. */
  tool: z.string().min(1).max(200),
  /** Of what the server said of it when that was taken over. */
  digest: z.string().max(128),
})
export type McpToolConfig = z.infer<typeof McpToolConfig>

/** An SQL database that a tool asks; what it asks is the caller's. */
export const SqlToolConfig = z.strictObject({
  kind: z.literal('sql'),
  database: z.discriminatedUnion('type', [
    /** A file that the operator lets SQL tools open; a relative one is in the first of their folders. */
    z.strictObject({ type: z.literal('sqlite'), file: z.string().trim().min(1).max(1_000) }),
    z.strictObject({
      type: z.literal('postgres'),
      url: z
        .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })
        .max(2_000),
      /** Kept encrypted and never shown again; one in the address comes here. */
      password: z.string().max(1_000).default(''),
      /** Owner's grant to reach a loopback or private address. */
      allowPrivate: z.boolean().default(false),
    }),
  ]),
  /** Without it the database itself refuses every change. */
  allowWrites: z.boolean().default(false),
  /** More of an answer are left out. */
  maxRows: z.int().min(1).max(10_000).default(200),
  timeoutMs: z.int().min(100).max(60_000).default(10_000),
})
export type SqlToolConfig = z.infer<typeof SqlToolConfig>

/** What every SQL tool is called with. */
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
