import { fromJson, toJson } from '../../platform/db/json.ts'
import { v7 } from 'uuid'
import type { McpServer, McpServerDraft } from '@lathe/contract'
import { HEADER_MASK } from '@lathe/contract'
import { api, type Context } from '../../api/context.ts'
import { now } from '../../platform/time.ts'
import { kept, masks, originOf } from '../secret-texts.ts'
import { listToolUses } from '../tool-uses.store.ts'
import { listTools } from '../tools.store.ts'
import { deleteMcpServer, restoreMcpServer } from './delete-server.store.ts'
import { readMcpFile } from './mcp-file.ts'
import {
  editMcpServer,
  findMcpServer,
  insertMcpServer,
  listMcpServers,
  type McpServerRow,
} from './mcp-servers.store.ts'
import { openServerSecrets } from './mcp-specs.ts'
import { toolsOf, toServer, toStartedServer } from './to-server.ts'

type Settings = Omit<McpServerDraft, 'name'>

/** Returns the stored columns: settings with masked secrets, and the encrypted secrets. */
function columnsOf({ vault }: Context, id: string, settings: Settings, row?: McpServerRow) {
  const secrets = kept(settings.secretHeaders, row ? openServerSecrets(vault, row) : {})
  const isEmpty = Object.keys(secrets).length === 0
  return {
    settings: toJson({ ...settings, secretHeaders: masks(secrets) }),
    secrets: isEmpty ? null : vault.seal(JSON.stringify(secrets), id),
  }
}

/** Lists servers of the workspace, and the operator's whose names are free. */
export async function listServers(context: Context) {
  const { db, workspaceId, config } = context
  const [rows, tools, file] = await Promise.all([
    listMcpServers(db, workspaceId),
    listTools(db, workspaceId),
    readMcpFile(config.mcpFile),
  ])
  const added = rows.flatMap((row) => toServer(row, tools) ?? [])
  const taken = added.map(({ name }) => name)
  const byName = new Map(rows.map((row) => [row.name, row]))
  const started = [...file.servers]
    .filter(([name]) => !taken.includes(name))
    .map(([name, server]) => toStartedServer(name, server, byName.get(name), tools))
  const [hidden] = [...file.servers.keys()].filter((name) => taken.includes(name))
  const clash =
    hidden === undefined ? null : `\`${hidden}\` is also the name of a server of this workspace`
  return {
    servers: [...added, ...started].toSorted((a, b) => a.name.localeCompare(b.name)),
    fileProblem: file.problem ?? clash,
  }
}

export const findServer = async (context: Context, name: string): Promise<McpServer | undefined> =>
  (await listServers(context)).servers.find((server) => server.name === name)

async function shown(context: Context, row: McpServerRow): Promise<McpServer> {
  const server = toServer(row, await listTools(context.db, context.workspaceId))
  if (!server) throw new Error('A server of a workspace has settings')
  return server
}

async function getAdded(context: Context, id: string): Promise<McpServerRow | undefined> {
  const row = await findMcpServer(context.db, context.workspaceId, { id })
  return row?.settings === null ? undefined : row
}

export const mcpRoutes = {
  list: api.mcp.list.handler(({ context }) => listServers(context)),

  create: api.mcp.create.handler(async ({ input, context, errors }) => {
    const { name, ...settings } = input
    const { servers } = await readMcpFile(context.config.mcpFile)
    if (servers.has(name)) throw errors.NAME_TAKEN()
    const id = v7()
    const at = now()
    const row = await insertMcpServer(context.db, {
      id,
      workspace_id: context.workspaceId,
      name,
      ...columnsOf(context, id, settings),
      listing: toJson([]),
      listed_at: null,
      error: null,
      created_at: at,
      updated_at: at,
      deleted_at: null,
    })
    if (!row) throw errors.NAME_TAKEN()
    return shown(context, row)
  }),

  edit: api.mcp.edit.handler(async ({ input, context, errors }) => {
    const { id, ...change } = input
    for (;;) {
      const row = await getAdded(context, id)
      if (!row?.settings) throw errors.NO_SUCH_MCP_SERVER()
      const old = fromJson(row.settings)
      const given = Object.entries(change).filter(([, value]) => value !== undefined)
      const next: Settings = { ...old, ...Object.fromEntries(given) }
      if (originOf(old.url) !== originOf(next.url)) {
        const isKept = Object.values(next.secretHeaders).includes(HEADER_MASK)
        if (isKept) throw errors.SECRETS_NEEDED()
      }
      const edited = await editMcpServer(context.db, row, columnsOf(context, id, next, row))
      if (edited !== 'changed') return shown(context, edited)
    }
  }),

  delete: api.mcp.delete.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    const row = await getAdded(context, input.id)
    if (!row) throw errors.NO_SUCH_MCP_SERVER()
    const tools = [...toolsOf(await listTools(db, workspaceId), row.name).values()]
    const uses = await listToolUses(db, workspaceId)
    await deleteMcpServer(
      db,
      row,
      tools.map(({ id }) => id),
    )
    const usedBy = new Map(
      tools.flatMap(({ name }) => uses.get(name) ?? []).map((agent) => [agent.id, agent]),
    )
    return { id: row.id, usedBy: [...usedBy.values()] }
  }),

  restore: api.mcp.restore.handler(async ({ input, context, errors }) => {
    const restored = await restoreMcpServer(context.db, context.workspaceId, input.id)
    if (restored === 'unknown') throw errors.NO_SUCH_MCP_SERVER()
    if (!restored) throw errors.NAME_TAKEN()
    return shown(context, restored)
  }),
}
