import * as z from 'zod'

/** Where a problem sits; all absent means the graph as a whole. */
export const ProblemPlace = z.object({
  node: z.string().optional(),
  /** Index into `edges`. */
  edge: z.int().nonnegative().optional(),
  channel: z.string().optional(),
  /** Path within the node, edge or channel: `prompt.messages.0.text`. */
  field: z.string().optional(),
  /** The channel, tool or other thing the field names, where it may name several. */
  name: z.string().optional(),
})

export const Problem = z.object({
  code: z.string(),
  severity: z.enum(['error', 'warning']),
  place: ProblemPlace,
  /** One sentence for the user. */
  message: z.string(),
})
export type Problem = z.infer<typeof Problem>
