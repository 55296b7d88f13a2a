import * as z from 'zod'
import { JsonSchema, ToolName } from './common.ts'
import { commonErrors } from './errors.ts'
import { Effect } from './graph-document/nodes.ts'
import { route } from './route.ts'

export const Tool = z.object({
  name: ToolName,
  description: z.string(),
  schema: JsonSchema,
  effect: Effect,
  kind: z.enum(['built-in']),
})
export type Tool = z.infer<typeof Tool>

export const tools = {
  list: route('GET', '/tools', 'Tools a graph may use').errors(commonErrors).output(z.array(Tool)),
}
