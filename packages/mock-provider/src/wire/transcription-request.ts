import * as z from 'zod'

/** The fields of a form: all of them are texts. */
const common = {
  model: z.string(),
  prompt: z.string().optional(),
  response_format: z.enum(['json', 'text', 'srt', 'verbose_json', 'vtt']).default('json'),
  temperature: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'expected a number between 0 and 1')
    .optional(),
}

export const TranslationRequest = z.strictObject(common)

export const TranscriptionRequest = TranslationRequest.extend({
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z]{2})?$/, 'expected an ISO-639-1 code')
    .optional(),
  /** Read as the providers read it that stream no transcriptions: not at all. */
  stream: z.string().optional(),
  chunking_strategy: z.string().optional(),
  'timestamp_granularities[]': z.enum(['word', 'segment']).optional(),
  'include[]': z.string().optional(),
})
export type TranscriptionRequest = z.infer<typeof TranscriptionRequest>
