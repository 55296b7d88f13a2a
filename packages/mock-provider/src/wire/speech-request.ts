import * as z from 'zod'

export const SpeechRequest = z.strictObject({
  model: z.string(),
  input: z.string().min(1).max(4_096),
  /** A name, or a custom voice by its id. */
  voice: z.union([z.string().min(1), z.strictObject({ id: z.string() })]),
  instructions: z.string().max(4_096).optional(),
  response_format: z.enum(['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm']).default('mp3'),
  speed: z.number().min(0.25).max(4).default(1),
  stream_format: z.enum(['audio', 'sse']).optional(),
})
export type SpeechRequest = z.infer<typeof SpeechRequest>
