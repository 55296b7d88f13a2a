import * as z from 'zod'

/** Location of a problem. Without any field, it concerns the whole graph. */
export const ProblemLocation = z.object({
  node: z.string().optional(),
  /** Index into `edges`. */
  edge: z.int().nonnegative().optional(),
  channel: z.string().optional(),
  /** Path within the node, edge or channel: `prompt.messages.0.text`. */
  field: z.string().optional(),
  /** Name of the channel, tool or other object, if the field can refer to several. */
  name: z.string().optional(),
})

export const Problem = z.object({
  code: z.string(),
  severity: z.enum(['error', 'warning']),
  location: ProblemLocation,
  /** One sentence for the user. */
  message: z.string(),
})
export type Problem = z.infer<typeof Problem>
