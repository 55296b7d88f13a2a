import * as z from 'zod'

const tokens = z.array(z.int().nonnegative()).min(1)

export const EmbeddingsRequest = z.strictObject({
  model: z.string(),
  /** One text, one token list, or up to 2,048 of either. */
  input: z.union([
    z.string().min(1),
    z.array(z.string()).min(1).max(2048),
    tokens,
    z.array(tokens).max(2048),
  ]),
  dimensions: z.int().min(1).max(3072).optional(),
  encoding_format: z.enum(['float', 'base64']).optional(),
  user: z.string().optional(),
})
export type EmbeddingsRequest = z.infer<typeof EmbeddingsRequest>
