import type { ToolDefinition } from './definition.ts'

/** The tools one run sees. */
export type ToolRegistry = {
  /** Another one for other tools: graphs are compiled with them. */
  key: string
  list(): ToolDefinition[]
  find(name: string): ToolDefinition | undefined
}

/** Those of a workspace, of which a graph names these. */
export type FindTools = (
  workspaceId: string,
  names: readonly string[],
) => Promise<ToolRegistry> | ToolRegistry

export function createToolRegistry(definitions: readonly ToolDefinition[], key = ''): ToolRegistry {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]))
  if (byName.size < definitions.length) throw new Error('Two tools have the same name')
  return { key, list: () => [...byName.values()], find: (name) => byName.get(name) }
}
