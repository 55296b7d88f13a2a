import * as z from 'zod'
import { Effect, JsonSchema, ToolName } from '@lathe/nodes/schemas'
import { AgentCaller } from '../agents/agents.ts'
import { byId, Id, Micros } from '../common.ts'
import { commonErrors, notFound, RunError } from '../errors.ts'
import { HeaderMap } from '../models/models.ts'
import { route } from '../route.ts'
import { ToolEntry } from './tools.ts'

/** A tool as listed by an MCP server. */
export const McpListedTool = z.object({
  /** Name on the server. */
  tool: z.string(),
  title: z.string().nullable(),
  description: z.string(),
  schema: JsonSchema,
  /** Derived from its annotations. A tool without annotations may write. */
  effect: Effect,
  /** Reason it cannot be enabled. Null if it can. */
  problem: z.string().nullable(),
})
export type McpListedTool = z.infer<typeof McpListedTool>

export const McpServerTool = McpListedTool.extend({
  /** The workspace tool that calls it. Null without one. */
  name: ToolName.nullable(),
  isEnabled: z.boolean(),
  /** `changed`: the server's definition differs from the stored one. `gone`: the server no longer lists it. */
  state: z.enum(['same', 'changed', 'gone']),
})
export type McpServerTool = z.infer<typeof McpServerTool>

const settings = {
  name: ToolName,
  url: z.url({ protocol: /^https?$/ }).max(2_000),
  headers: HeaderMap.default({}),
  /** Stored encrypted and returned masked. Sending the mask back keeps the value. */
  secretHeaders: HeaderMap.default({}),
  /** Permission to reach a loopback or private address. */
  allowPrivate: z.boolean().default(false),
}

/** An MCP server with streamable HTTP. */
export const McpServerDraft = z.strictObject(settings)
export type McpServerDraft = z.infer<typeof McpServerDraft>

export const McpServer = z.object({
  /** Null for servers of the operator's file, which cannot be changed here. */
  id: Id.nullable(),
  name: ToolName,
  connection: z.discriminatedUnion('type', [
    z.object({ type: z.literal('http'), ...z.object(settings).omit({ name: true }).shape }),
    /** Started from the operator's file. `command` is the executable. */
    z.object({ type: z.literal('stdio'), command: z.string() }),
  ]),
  tools: z.array(McpServerTool),
  /** When it last listed its tools. Null if never. */
  listedAt: Micros.nullable(),
  /** Reason the last attempt failed. Null if it succeeded. */
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
    message: 'A new address requires all secrets again, or none',
  },
}

export const mcp = {
  list: route('GET', '/mcp-servers', 'List MCP servers and their tools')
    .errors(commonErrors)
    .output(
      z.object({
        servers: z.array(McpServer),
        /** Error in the operator's file. Null without one. */
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
        /** Names on the server. Enabled tools are updated to the server's current definition. */
        tools: z.array(z.string().min(1).max(200)).min(1).max(500),
      }),
    )
    .errors(errors)
    .output(z.array(ToolEntry)),
}
