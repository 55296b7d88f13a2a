import type { ToolDefinition } from './definition.ts'

export type ToolRegistry = {
  list(): ToolDefinition[]
  find(name: string): ToolDefinition | undefined
}

export function createToolRegistry(definitions: readonly ToolDefinition[]): ToolRegistry {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]))
  if (byName.size < definitions.length) throw new Error('Two tools have the same name')
  return { list: () => [...byName.values()], find: (name) => byName.get(name) }
}
