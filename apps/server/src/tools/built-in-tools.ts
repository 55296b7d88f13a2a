import type { Limits, Tool } from '@lathe/contract'
import type { Db } from '../platform/db/db.ts'
import { toTool } from './to-entry.ts'
import { listAgentTools } from './agent-tools.store.ts'
import { listTools } from './tools.store.ts'

/** Returns the built-in tools. */
export async function builtIn(limits: Limits): Promise<Tool[]> {
  const { builtInTools } = await import('@lathe/engine/tools')
  return builtInTools(limits).map(({ name, description, schema, effect, config }) => ({
    name,
    description,
    schema,
    effect,
    kind: 'built-in',
    ...(config && { config }),
  }))
}

/**
 * Returns the tools that graphs of a workspace may use: built-in ones, enabled ones of the
 * workspace and published agents.
 */
export const usableTools =
  (db: Db, limits: Limits) =>
  async (workspaceId: string): Promise<Tool[]> => {
    const [own, added] = await Promise.all([builtIn(limits), listTools(db, workspaceId)])
    const replaced = new Set(added.flatMap(({ kind, name }) => (kind === 'media' ? [name] : [])))
    const left = own.filter(({ name }) => !replaced.has(name))
    const tools = [...left, ...added.filter((row) => row.is_enabled === 1).map(toTool)]
    return [...tools, ...(await listAgentTools(db, workspaceId, tools))]
  }
