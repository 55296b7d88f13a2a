import type { McpListedTool } from '@lathe/contract'
import { api, type Context } from '../../api/context.ts'
import { invalidInput } from '../../platform/http/errors.ts'
import { newRow } from '../tool-columns.ts'
import { toEntry } from '../to-entry.ts'
import { editTool, findTool, insertTool, listTools, type ToolRow } from '../tools.store.ts'
import { toJson } from '../../platform/db/json.ts'
import { findServer } from './mcp.routes.ts'
import { keepListing } from './mcp-servers.store.ts'
import { findMcpSpecs } from './mcp-specs.ts'
import { digestOf, toolsOf } from './to-server.ts'

export const mcpToolRoutes = {
  refresh: api.mcp.refresh.handler(async ({ input: { name }, context, errors, signal }) => {
    const { db, workspaceId, config } = context
    const spec = (await findMcpSpecs({ ...context, mcpFile: config.mcpFile })).get(name)
    if (!spec) throw errors.NO_SUCH_MCP_SERVER()
    const told = await context.trials.mcpServer(spec, signal)
    await keepListing(
      db,
      workspaceId,
      name,
      told.ok ? { tools: told.tools } : { error: told.error },
    )
    const server = await findServer(context, name)
    if (!server) throw errors.NO_SUCH_MCP_SERVER()
    return server
  }),

  enable: api.mcp.enable.handler(async ({ input, context, errors }) => {
    const server = await findServer(context, input.name)
    if (!server) throw errors.NO_SUCH_MCP_SERVER()
    const listed = input.tools.map((tool, index) => {
      const found = server.tools.find((one) => one.tool === tool && one.state !== 'gone')
      const problem = found ? found.problem : 'The server does not list this tool: refresh it first'
      if (!found || problem !== null) throw invalidInput(`tools.${index}`, problem ?? '')
      return found
    })
    const rows: ToolRow[] = []
    for (const one of listed) rows.push(await enableTool(context, server.name, one))
    return rows.map((row) => toEntry(row))
  }),
}

/** Updates a tool from the server's list. Name and effect stay the workspace's. */
async function enableTool(context: Context, server: string, one: McpListedTool): Promise<ToolRow> {
  const { db, workspaceId } = context
  const description = one.description || one.title || one.tool
  const config = { kind: 'mcp' as const, server, tool: one.tool, digest: digestOf(one) }
  for (;;) {
    const rows = await listTools(db, workspaceId)
    const known = toolsOf(rows, server).get(one.tool)
    if (known) {
      const change = { description, schema: toJson(one.schema), config: toJson(config) }
      const edited = await editTool(db, known, { ...change, is_enabled: 1 })
      if (edited && edited !== 'changed') return edited
      continue
    }
    const taken = [...rows, ...(await context.builtInTools())].map(({ name }) => name)
    const name = freeName(one.tool, server, taken)
    const draft = { name, description, schema: one.schema, effect: one.effect, config }
    const row = newRow(context, draft)
    if (await insertTool(db, row)) return (await findTool(db, workspaceId, { name })) ?? row
  }
}

const LONGEST = 64

/** Returns a free tool name: the tool's own, or prefixed by its server's. */
function freeName(tool: string, server: string, taken: readonly string[]): string {
  const plain = (text: string) =>
    text.replaceAll(/[^a-zA-Z0-9_-]+/g, '_').slice(0, LONGEST) || 'tool'
  const own = plain(tool)
  const full = plain(`${server}_${tool}`)
  const wishes = [own, full]
  for (let next = 2; ; next++) {
    const free = wishes.find((name) => !taken.includes(name))
    if (free !== undefined) return free
    wishes.push(`${full.slice(0, LONGEST - 5)}_${next}`)
  }
}
