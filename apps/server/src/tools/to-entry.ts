import type { AgentCaller, Tool, ToolEntry } from '@lathe/contract'
import { fromJson } from '../platform/db/json.ts'
import type { ToolRow } from './tools.store.ts'

export const toTool = (row: ToolRow): Tool => ({
  name: row.name,
  description: row.description,
  schema: fromJson(row.schema),
  effect: row.effect,
  kind: row.kind,
  config: fromJson(row.config),
})

export const toEntry = (row: ToolRow, usedBy: AgentCaller[] = []): ToolEntry => ({
  ...toTool(row),
  id: row.id,
  isEnabled: row.is_enabled === 1,
  usedBy,
  updatedAt: row.updated_at,
})

export const builtInEntry = (tool: Tool, usedBy: AgentCaller[] = []): ToolEntry => ({
  ...tool,
  id: null,
  isEnabled: true,
  usedBy,
  updatedAt: null,
})
