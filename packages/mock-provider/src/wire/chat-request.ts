import * as z from 'zod'
import { JsonSchema } from './json.ts'
import { Message } from './messages.ts'

const Tool = z.looseObject({
  type: z.literal('function'),
  function: z.looseObject({
    name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
    description: z.string().optional(),
    parameters: JsonSchema.optional(),
    strict: z.boolean().nullish(),
  }),
})
export type Tool = z.infer<typeof Tool>

const NamedTool = z.looseObject({
  type: z.literal('function'),
  function: z.looseObject({ name: z.string() }),
})

const ToolChoice = z.union([
  z.enum(['none', 'auto', 'required']),
  NamedTool,
  z.looseObject({
    type: z.literal('allowed_tools'),
    allowed_tools: z.looseObject({ mode: z.enum(['auto', 'required']), tools: z.array(NamedTool) }),
  }),
])

const ResponseFormat = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text') }),
  z.looseObject({ type: z.literal('json_object') }),
  z.looseObject({
    type: z.literal('json_schema'),
    json_schema: z.looseObject({
      name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
      description: z.string().optional(),
      schema: JsonSchema.optional(),
      strict: z.boolean().nullish(),
    }),
  }),
])

const penalty = z.number().min(-2).max(2).nullish()
const tokenLimit = z.int().min(1).nullish()
const ignored = z.unknown().optional()

/** Strict, as OpenAI is: a misspelt parameter is refused, not dropped. */
export const ChatRequest = z.strictObject({
  model: z.string(),
  messages: z.array(Message).min(1),
  tools: z.array(Tool).max(128).optional(),
  tool_choice: ToolChoice.optional(),
  parallel_tool_calls: z.boolean().optional(),
  response_format: ResponseFormat.optional(),
  stream: z.boolean().nullish(),
  stream_options: z
    .looseObject({
      include_usage: z.boolean().optional(),
      include_obfuscation: z.boolean().optional(),
    })
    .nullish(),
  n: z.int().min(1).max(128).nullish(),
  stop: z.union([z.string(), z.array(z.string()).max(4)]).nullish(),
  max_tokens: tokenLimit,
  max_completion_tokens: tokenLimit,
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  seed: z.int().nullish(),
  frequency_penalty: penalty,
  presence_penalty: penalty,
  reasoning_effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']).nullish(),
  modalities: z.array(z.enum(['text'])).nullish(),
  audio: ignored,
  logit_bias: ignored,
  logprobs: z.boolean().nullish(),
  top_logprobs: z.int().min(0).max(20).nullish(),
  metadata: ignored,
  moderation: ignored,
  prediction: ignored,
  prompt_cache_key: ignored,
  prompt_cache_options: ignored,
  prompt_cache_retention: ignored,
  safety_identifier: ignored,
  service_tier: ignored,
  store: ignored,
  user: ignored,
  verbosity: z.enum(['low', 'medium', 'high']).nullish(),
  web_search_options: ignored,
})
export type ChatRequest = z.infer<typeof ChatRequest>
