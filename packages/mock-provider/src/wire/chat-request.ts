import * as z from 'zod'
import { JsonSchema } from './json.ts'

const TextPart = z.looseObject({ type: z.literal('text'), text: z.string() })
const RefusalPart = z.looseObject({ type: z.literal('refusal'), refusal: z.string() })
const UserPart = z.discriminatedUnion('type', [
  TextPart,
  z.looseObject({
    type: z.literal('image_url'),
    image_url: z.looseObject({
      url: z.string(),
      detail: z.enum(['auto', 'low', 'high', 'original']).optional(),
    }),
  }),
  z.looseObject({
    type: z.literal('input_audio'),
    input_audio: z.looseObject({ data: z.string(), format: z.string() }),
  }),
  z.looseObject({
    type: z.literal('file'),
    file: z.looseObject({
      file_id: z.string().optional(),
      file_data: z.string().optional(),
      filename: z.string().optional(),
    }),
  }),
])
const AssistantPart = z.discriminatedUnion('type', [TextPart, RefusalPart])

const ToolCall = z.looseObject({
  id: z.string(),
  type: z.literal('function'),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
})

const textContent = z.union([z.string(), z.array(TextPart)])

export const Message = z.discriminatedUnion('role', [
  z.looseObject({ role: z.literal('system'), content: textContent }),
  z.looseObject({ role: z.literal('developer'), content: textContent }),
  z.looseObject({
    role: z.literal('user'),
    content: z.union([z.string(), z.array(UserPart)]),
    name: z.string().optional(),
  }),
  z.looseObject({
    role: z.literal('assistant'),
    content: z.union([z.string(), z.array(AssistantPart)]).nullish(),
    refusal: z.string().nullish(),
    tool_calls: z.array(ToolCall).optional(),
  }),
  z.looseObject({ role: z.literal('tool'), content: textContent, tool_call_id: z.string() }),
])
export type Message = z.infer<typeof Message>

type Part = z.infer<typeof UserPart> | z.infer<typeof AssistantPart>

export const messageParts = ({ content }: Message): readonly Part[] =>
  Array.isArray(content) ? content : []

/** Returns the text of a message. Line breaks separate its parts. */
export function messageText(message: Message): string {
  if (typeof message.content === 'string') return message.content
  return messageParts(message)
    .flatMap((part) => {
      if (part.type === 'text') return [part.text]
      return part.type === 'refusal' ? [part.refusal] : []
    })
    .filter((text) => text !== '')
    .join('\n')
}

export const functionName = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/)

const Tool = z.looseObject({
  type: z.literal('function'),
  function: z.looseObject({
    name: functionName,
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

/** Returns the names of the tools that a tool choice allows. */
export const allowedToolNames = (choice: Exclude<z.infer<typeof ToolChoice>, string>): string[] =>
  (choice.type === 'function' ? [choice] : choice.allowed_tools.tools).map(
    (tool) => tool.function.name,
  )

const ResponseFormat = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text') }),
  z.looseObject({ type: z.literal('json_object') }),
  z.looseObject({
    type: z.literal('json_schema'),
    json_schema: z.looseObject({
      name: functionName,
      description: z.string().optional(),
      schema: JsonSchema.optional(),
      strict: z.boolean().nullish(),
    }),
  }),
])

const penalty = z.number().min(-2).max(2).nullish()
const tokenLimit = z.int().min(1).nullish()
export const ignored = z.unknown().optional()
export const effort = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']).nullish()
export const verbosity = z.enum(['low', 'medium', 'high']).nullish()

/** Strict like OpenAI: an unknown parameter is an error. */
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
  reasoning_effort: effort,
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
  verbosity,
  web_search_options: ignored,
})
export type ChatRequest = z.infer<typeof ChatRequest>
