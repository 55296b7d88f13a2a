import * as z from 'zod'
import { AgentCaller } from './agents.ts'
import { byId, Id, JsonSchema, Micros, ToolName } from './common.ts'
import { commonErrors, notFound, RunError } from './errors.ts'
import { Effect } from './graph-document/nodes.ts'
import { HeaderMap } from './models.ts'
import { route } from './route.ts'
import { ToolEntry } from './tools.ts'

/** A tool as a server tells of it. */
export const McpListedTool = z.object({
  /** What the server calls it. */
  tool: z.string(),
  title: z.string().nullable(),
  description: z.string(),
  schema: JsonSchema,
  /** Read from its annotations: what says nothing may write. */
  effect: Effect,
  /** Why no tool can be made of it; null where one can. */
  problem: z.string().nullable(),
})
export type McpListedTool = z.infer<typeof McpListedTool>

export const McpServerTool = McpListedTool.extend({
  /** The tool of the workspace that calls it; null where none does. */
  name: ToolName.nullable(),
  isEnabled: z.boolean(),
  /** `changed`: the server says something else of it now. `gone`: it says nothing of it any more. */
  state: z.enum(['same', 'changed', 'gone']),
})
export type McpServerTool = z.infer<typeof McpServerTool>

const settings = {
  name: ToolName,
  url: z.url({ protocol: /^https?$/ }).max(2_000),
  headers: HeaderMap.default({}),
  /** Kept encrypted and never shown again: masked in answers, and a mask sent back keeps the value. */
  secretHeaders: HeaderMap.default({}),
  /** Owner's grant to reach a loopback or private address. */
  allowPrivate: z.boolean().default(false),
}

/** A server reached over streamable HTTP. */
export const McpServerDraft = z.strictObject(settings)
export type McpServerDraft = z.infer<typeof McpServerDraft>

export const McpServer = z.object({
  /** Null for the operator's own: nothing of them can be changed here. */
  id: Id.nullable(),
  name: ToolName,
  connection: z.discriminatedUnion('type', [
    z.object({ type: z.literal('http'), ...z.object(settings).omit({ name: true }).shape }),
    /** Started from the operator's file; `command` is its first word. */
    z.object({ type: z.literal('stdio'), command: z.string() }),
  ]),
  tools: z.array(McpServerTool),
  /** When it last told of its tools; null when it never did. */
  listedAt: Micros.nullable(),
  /** Why the last attempt failed; null when it did not. */
  error: RunError.nullable(),
  updatedAt: Micros.nullable(),
})
export type McpServer = z.infer<typeof McpServer>

const byName = z.strictObject({ name: ToolName })
const errors = { ...commonErrors, ...notFound.mcpServer }
const nameTaken = {
  NAME_TAKEN: { status: 409, message: 'Another MCP server has this name' },
}
const secretsNeeded = {
  SECRETS_NEEDED: {
    status: 409,
    message: 'A new address needs its secrets again, or none of them',
  },
}

export const mcp = {
  list: route('GET', '/mcp-servers', 'List MCP servers and their tools')
    .errors(commonErrors)
    .output(
      z.object({
        servers: z.array(McpServer),
        /** What is wrong with the operator's file; null when nothing is. */
        fileProblem: z.string().nullable(),
      }),
    ),

  create: route('POST', '/mcp-servers', 'Add an MCP server')
    .input(McpServerDraft)
    .errors({ ...commonErrors, ...nameTaken })
    .output(McpServer),

  edit: route('PATCH', '/mcp-servers/{id}', 'Change the address of an MCP server')
    .input(
      z.strictObject({
        id: Id,
        url: settings.url.optional(),
        headers: HeaderMap.optional(),
        secretHeaders: HeaderMap.optional(),
        allowPrivate: z.boolean().optional(),
      }),
    )
    .errors({ ...errors, ...secretsNeeded })
    .output(McpServer),

  delete: route('DELETE', '/mcp-servers/{id}', 'Delete an MCP server with its tools')
    .input(byId)
    .errors(errors)
    .output(z.object({ id: Id, usedBy: z.array(AgentCaller) })),

  restore: route('POST', '/mcp-servers/{id}/restore', 'Restore a deleted MCP server')
    .input(byId)
    .errors({ ...errors, ...nameTaken })
    .output(McpServer),

  refresh: route('POST', '/mcp-servers/{name}/refresh', 'Connect and refresh the tools')
    .input(byName)
    .errors(errors)
    .output(McpServer),

  enable: route('POST', '/mcp-servers/{name}/tools', 'Enable tools of a server')
    .input(
      z.strictObject({
        name: ToolName,
        /** What the server calls them; one that is there takes over what the server says now. */
        tools: z.array(z.string().min(1).max(200)).min(1).max(500),
      }),
    )
    .errors(errors)
    .output(z.array(ToolEntry)),
}
