import type { Limits, Tool } from '@lathe/contract'

/** The tools that come with Lathe, as graphs and people see them. */
export async function builtIn(limits: Limits): Promise<Tool[]> {
  const { builtInTools } = await import('@lathe/engine/tools')
  return builtInTools(limits).map(({ name, description, schema, effect }) => ({
    name,
    description,
    schema,
    effect,
    kind: 'built-in',
  }))
}
