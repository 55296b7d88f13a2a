import * as z from 'zod'
import { effort, functionName, ignored, verbosity } from '../wire/chat-request.ts'
import { JsonSchema } from '../wire/json.ts'

export const Part = z.discriminatedUnion('type', [
  z.looseObject({ type: z.enum(['input_text', 'output_text', 'text']), text: z.string() }),
  z.looseObject({
    type: z.literal('input_image'),
    image_url: z.string().nullish(),
    detail: z.enum(['auto', 'low', 'high', 'original']).nullish(),
  }),
  z.looseObject({ type: z.literal('refusal'), refusal: z.string() }),
  z.looseObject({ type: z.literal('input_file') }),
])
export type Part = z.infer<typeof Part>

const Content = z.union([z.string(), z.array(Part)])

export const Item = z.union([
  z.looseObject({
    type: z.literal('message').default('message'),
    role: z.enum(['system', 'developer', 'user', 'assistant']),
    content: Content,
  }),
  z.looseObject({
    type: z.literal('function_call'),
    call_id: z.string(),
    name: z.string(),
    arguments: z.string(),
  }),
  z.looseObject({ type: z.literal('function_call_output'), call_id: z.string(), output: Content }),
  z.looseObject({ type: z.literal('reasoning'), summary: z.array(z.unknown()) }),
])
export type Item = z.infer<typeof Item>

const Tool = z.looseObject({
  type: z.literal('function'),
  name: functionName,
  description: z.string().nullish(),
  parameters: JsonSchema.nullish(),
  strict: z.boolean().nullish(),
})

const Format = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text') }),
  z.looseObject({ type: z.literal('json_object') }),
  z.looseObject({
    type: z.literal('json_schema'),
    name: z.string(),
    description: z.string().nullish(),
    schema: JsonSchema,
    strict: z.boolean().nullish(),
  }),
])

/** Strict like OpenAI. The Responses API has no seed, stop or penalties. */
export const ResponsesRequest = z.strictObject({
  model: z.string(),
  input: z.union([z.string(), z.array(Item).min(1)]),
  instructions: z.string().nullish(),
  tools: z.array(Tool).max(128).nullish(),
  tool_choice: z
    .union([
      z.enum(['none', 'auto', 'required']),
      z.looseObject({ type: z.literal('function'), name: z.string() }),
    ])
    .nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  text: z.looseObject({ format: Format.nullish(), verbosity }).nullish(),
  stream: z.boolean().nullish(),
  max_output_tokens: z.int().min(16).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  reasoning: z.looseObject({ effort }).nullish(),
  include: z.array(z.string()).nullish(),
  store: z.boolean().nullish(),
  metadata: ignored,
  previous_response_id: z.null().optional(),
  prompt_cache_key: ignored,
  prompt_cache_options: ignored,
  prompt_cache_retention: ignored,
  safety_identifier: ignored,
  service_tier: ignored,
  truncation: ignored,
  user: ignored,
})
export type ResponsesRequest = z.infer<typeof ResponsesRequest>
