import * as z from 'zod'

export const ImageRequest = z.strictObject({
  model: z.string().default('demo-image'),
  prompt: z.string().min(1).max(32_000),
  n: z.int().min(1).max(10).nullish(),
  size: z
    .enum([
      'auto',
      '256x256',
      '512x512',
      '1024x1024',
      '1536x1024',
      '1024x1536',
      '1792x1024',
      '1024x1792',
    ])
    .nullish(),
  quality: z.enum(['auto', 'low', 'medium', 'high', 'standard', 'hd']).nullish(),
  background: z.enum(['auto', 'opaque', 'transparent']).nullish(),
  moderation: z.enum(['auto', 'low']).nullish(),
  output_format: z.enum(['png', 'jpeg', 'webp']).nullish(),
  output_compression: z.int().min(0).max(100).nullish(),
  response_format: z.enum(['url', 'b64_json']).nullish(),
  style: z.enum(['vivid', 'natural']).nullish(),
  user: z.string().optional(),
})
export type ImageRequest = z.infer<typeof ImageRequest>
