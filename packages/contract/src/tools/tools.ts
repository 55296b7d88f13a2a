import * as z from 'zod'
import { Effect, Json, JsonObject, JsonSchema, ToolName } from '@lathe/nodes/schemas'
import { AgentCaller, nameInUse } from '../agents/agents.ts'
import { byId, Id, Micros } from '../common.ts'
import { commonErrors, notFound, RunError } from '../errors.ts'
import { route } from '../route.ts'
import { OpenApiImport, ParsedOpenApi, OpenApiSource } from './openapi-import.ts'
import { ToolConfig } from './tool-config.ts'

export const ToolKind = z.enum([
  'built-in',
  'http',
  'openapi',
  'code',
  'mcp',
  'sql',
  'media',
  'agent',
])
export type ToolKind = z.infer<typeof ToolKind>

/** A tool as graphs and models see it. */
export const Tool = z.object({
  name: ToolName,
  description: z.string(),
  schema: JsonSchema,
  effect: Effect,
  kind: ToolKind,
  /** For built-in tools, present only if it can be changed. */
  config: ToolConfig.optional(),
})
export type Tool = z.infer<typeof Tool>

const Description = z
  .string()
  .trim()
  .min(1, 'describe what it does: models choose tools by their description')
  .max(4_000)

/** Definition of a workspace tool. */
export const ToolDraft = z.strictObject({
  name: ToolName,
  description: Description,
  schema: JsonSchema,
  effect: Effect,
  config: ToolConfig,
})
export type ToolDraft = z.infer<typeof ToolDraft>

/** A tool with the agents that use it. */
export const ToolEntry = Tool.extend({
  /** Null for built-in tools. */
  id: Id.nullable(),
  /** Disabled tools are hidden from graphs. */
  isEnabled: z.boolean(),
  usedBy: z.array(AgentCaller),
  /** Null for built-in tools. */
  updatedAt: Micros.nullable(),
})
export type ToolEntry = z.infer<typeof ToolEntry>

export const ToolTestResult = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), result: Json, durationMs: z.number() }),
  z.object({ ok: z.literal(false), error: RunError, durationMs: z.number() }),
])
export type ToolTestResult = z.infer<typeof ToolTestResult>

const byName = z.strictObject({ name: ToolName })
const errors = { ...commonErrors, ...notFound.tool }
const nameTaken = {
  NAME_TAKEN: { status: 409, message: 'Another tool has this name' },
}
/** Otherwise a user who may change an address could send a stored secret to their own host. */
const secretsNeeded = {
  SECRETS_NEEDED: {
    status: 409,
    message: 'A new address requires all secrets again, or none',
  },
}

const unreachable = {
  UNREACHABLE: {
    status: 502,
    message: 'The document could not be fetched',
    data: z.object({ error: RunError }),
  },
}

export const tools = {
  readOpenApi: route('POST', '/tools/openapi/read', 'List the operations of an OpenAPI document')
    .input(OpenApiSource)
    .errors({ ...commonErrors, ...unreachable })
    .output(ParsedOpenApi),

  importOpenApi: route(
    'POST',
    '/tools/openapi',
    'Create tools from operations of an OpenAPI document',
  )
    .input(OpenApiImport)
    .errors({
      ...commonErrors,
      NAMES_TAKEN: {
        status: 409,
        message: 'Other tools already have some of these names',
        data: z.object({ names: z.array(ToolName) }),
      },
    })
    .output(z.array(ToolEntry)),

  list: route('GET', '/tools', 'List tools that a graph can use')
    .errors(commonErrors)
    .output(z.array(Tool)),

  catalogue: route('GET', '/tools/catalogue', 'List all tools with the agents that use them')
    .errors(commonErrors)
    .output(z.array(ToolEntry)),

  get: route('GET', '/tools/{name}', 'Get a tool with the agents that use it')
    .input(byName)
    .errors(errors)
    .output(ToolEntry),

  create: route('POST', '/tools', 'Add a tool')
    .input(ToolDraft)
    .errors({ ...commonErrors, ...nameTaken })
    .output(ToolEntry),

  edit: route('PATCH', '/tools/{id}', 'Change a tool', 'A tool that agents use cannot be renamed.')
    .input(
      z.strictObject({
        id: Id,
        name: ToolName.optional(),
        description: Description.optional(),
        schema: JsonSchema.optional(),
        effect: Effect.optional(),
        config: ToolConfig.optional(),
        isEnabled: z.boolean().optional(),
      }),
    )
    .errors({ ...errors, ...nameTaken, ...nameInUse, ...secretsNeeded })
    .output(ToolEntry),

  delete: route('DELETE', '/tools/{id}', 'Delete a tool; `restore` brings it back')
    .input(byId)
    .errors(errors)
    .output(z.object({ id: Id, usedBy: z.array(AgentCaller) })),

  restore: route('POST', '/tools/{id}/restore', 'Restore a deleted tool')
    .input(byId)
    .errors({ ...errors, ...nameTaken })
    .output(ToolEntry),

  try: route(
    'POST',
    '/tools/{name}/try',
    'Call a tool with the given arguments, including its side effects',
  )
    .input(z.strictObject({ name: ToolName, args: JsonObject }))
    .errors(errors)
    .output(ToolTestResult),
}
