import type { Tool, ToolConfig, ToolTestResult } from '@lathe/contract'
import { parseAgentTool } from '@lathe/graph'
import { listAgentTools } from './agent-tools.store.ts'
import { renameRefusal } from '../agents/agent-uses.ts'
import { fromJson } from '../platform/db/json.ts'
import { api, type Context } from '../api/context.ts'
import { invalidInput } from '../platform/http/errors.ts'
import { asItsKind, checkTexts, checkTool, isSameMcpTool } from './check-tool.ts'
import { columnsOf, newRow } from './tool-columns.ts'
import { toStoredTools } from './stored-tools.ts'
import { builtInEntry, toEntry, toTool } from './to-entry.ts'
import { movesSecrets } from './tool-secrets.ts'
import { listToolUses } from './tool-uses.store.ts'
import {
  deleteTool,
  editTool,
  findTool,
  insertTool,
  listTools,
  restoreTool,
  type ToolRow,
} from './tools.store.ts'

type NoSuchTool = { NO_SUCH_TOOL: () => Error }

async function getTool(
  { db, workspaceId }: Context,
  by: { id: string } | { name: string },
  errors: NoSuchTool,
): Promise<ToolRow> {
  const row = await findTool(db, workspaceId, by)
  if (!row) throw errors.NO_SUCH_TOOL()
  return row
}

/** Built-in tools and agents, which cannot be edited here. */
async function findBuiltIn(context: Context, name: string) {
  const own = await builtInsOf(context)
  return own.find((tool) => tool.name === name)
}

async function builtInsOf({ db, workspaceId, builtInTools }: Context) {
  const [own, added] = await Promise.all([builtInTools(), listTools(db, workspaceId)])
  const replaced = new Set(added.flatMap(({ kind, name }) => (kind === 'media' ? [name] : [])))
  const left = own.filter(({ name }) => !replaced.has(name))
  return [...left, ...(await listAgentTools(db, workspaceId, [...own, ...added]))]
}

/** A workspace tool may replace the built-in one for the same task. */
const standsIn = (config: ToolConfig, { config: own }: Tool) =>
  config.kind === 'media' && own?.kind === 'media' && config.task.type === own.task.type

const usesOf = async ({ db, workspaceId }: Context, name: string) =>
  (await listToolUses(db, workspaceId)).get(name) ?? []

const triedByRunning = (agent: string): ToolTestResult => ({
  ok: false,
  durationMs: 0,
  error: {
    code: 'INVALID_INPUT',
    message: `Test the agent ${agent} by running it`,
    hint: 'Start a run of the agent. A run has a trace and may wait for human input.',
    retryable: false,
  },
})

const RENAME_HINT = 'Remove it from them first, or add a copy with the new name'

export const toolRoutes = {
  list: api.tools.list.handler(async ({ context }) => [
    ...(await context.tools(context.workspaceId)),
  ]),

  catalogue: api.tools.catalogue.handler(async ({ context }) => {
    const { db, workspaceId } = context
    const [builtIns, rows, uses] = await Promise.all([
      builtInsOf(context),
      listTools(db, workspaceId),
      listToolUses(db, workspaceId),
    ])
    return [
      ...rows.map((row) => toEntry(row, uses.get(row.name))),
      ...builtIns.map((tool) => builtInEntry(tool, uses.get(tool.name))),
    ]
  }),

  get: api.tools.get.handler(async ({ input, context, errors }) => {
    const builtIn = await findBuiltIn(context, input.name)
    const usedBy = await usesOf(context, input.name)
    return builtIn
      ? builtInEntry(builtIn, usedBy)
      : toEntry(await getTool(context, input, errors), usedBy)
  }),

  create: api.tools.create.handler(async ({ input, context, errors }) => {
    const draft = asItsKind(input)
    checkTool(draft)
    checkTexts(draft)
    if (input.config.kind === 'mcp') {
      throw invalidInput('config.kind', "tools of an MCP server are added on the server's page")
    }
    const builtIn = await findBuiltIn(context, input.name)
    if (builtIn && !standsIn(input.config, builtIn)) throw errors.NAME_TAKEN()
    const row = await insertTool(context.db, newRow(context, draft))
    if (!row) throw errors.NAME_TAKEN()
    return toEntry(row, await usesOf(context, row.name))
  }),

  edit: api.tools.edit.handler(async ({ input, context, errors }) => {
    const { id, isEnabled, ...change } = input
    if (change.name !== undefined && (await findBuiltIn(context, change.name))) {
      throw errors.NAME_TAKEN()
    }
    for (;;) {
      const row = await getTool(context, { id }, errors)
      const stored = { ...toTool(row), config: fromJson(row.config) }
      if (change.name !== undefined && change.name !== row.name) {
        const usedBy = await usesOf(context, row.name)
        if (usedBy.length > 0)
          throw errors.NAME_IN_USE(renameRefusal(row.name, usedBy, RENAME_HINT))
      }
      const draft = asItsKind({ ...stored, ...withoutNothing(change) })
      checkTool(draft)
      // A tool with old mistakes can still be renamed or disabled.
      if (change.config || change.schema) checkTexts(draft)
      if (!isSameMcpTool(fromJson(row.config), draft.config)) {
        throw invalidInput('config', 'the MCP server and tool cannot be changed')
      }
      if (movesSecrets(fromJson(row.config), draft.config)) throw errors.SECRETS_NEEDED()
      const edited = await editTool(context.db, row, {
        ...columnsOf(context, id, draft, row),
        ...(isEnabled !== undefined && { is_enabled: isEnabled ? 1 : 0 }),
      })
      if (edited === undefined) throw errors.NAME_TAKEN()
      if (edited !== 'changed') return toEntry(edited, await usesOf(context, edited.name))
    }
  }),

  delete: api.tools.delete.handler(async ({ input, context, errors }) => {
    const { id, name } = await getTool(context, input, errors)
    await deleteTool(context.db, context.workspaceId, id)
    return { id, usedBy: await usesOf(context, name) }
  }),

  restore: api.tools.restore.handler(async ({ input, context, errors }) => {
    const restored = await restoreTool(context.db, context.workspaceId, input.id)
    if (restored === 'unknown') throw errors.NO_SUCH_TOOL()
    if (!restored) throw errors.NAME_TAKEN()
    return toEntry(restored, await usesOf(context, restored.name))
  }),

  try: api.tools.try.handler(async ({ input, context, errors, signal }) => {
    const { name, args } = input
    const { trials, workspaceId } = context
    const ref = parseAgentTool(name)
    if (ref) return triedByRunning(ref.agent)
    if (await findBuiltIn(context, name)) return trials.builtIn(name, workspaceId, args, signal)
    const row = await getTool(context, { name }, errors)
    const needs = { ...context, mcpFile: context.config.mcpFile }
    const [tool] = await toStoredTools(needs, [row])
    if (!tool) throw errors.NO_SUCH_TOOL()
    return trials.stored(tool, workspaceId, args, signal)
  }),
}

/** Drops absent fields. */
const withoutNothing = <T extends object>(change: T) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
