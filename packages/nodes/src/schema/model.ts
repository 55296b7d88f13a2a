import * as z from 'zod'
import { JsonObject, JsonSchema, ToolName } from './json.ts'
import { ChannelName, TemplateText } from './state.ts'

/** Level of detail of images, for models that support it. `low` uses fewer tokens. */
export const ImageDetail = z.enum(['low', 'high'])
export type ImageDetail = z.infer<typeof ImageDetail>

/** Maximum images per message of a prompt. */
export const MAX_IMAGES = 16

export const TemplateMessage = z.union([
  z.strictObject({ role: z.enum(['system', 'assistant']), text: TemplateText }),
  z.strictObject({
    role: z.literal('user'),
    text: TemplateText,
    /** Image URLs, `https:` or `data:`, each a template. Blank results are skipped. */
    images: z.array(TemplateText).max(MAX_IMAGES).optional(),
    /** Level of detail of all images. Defaults to the model's own. */
    detail: ImageDetail.optional(),
  }),
])

export type TemplateMessage = z.infer<typeof TemplateMessage>

export const PromptMessage = z.union([
  ...TemplateMessage.options,
  /** The messages of a channel, inserted here (LangChain's MessagesPlaceholder). */
  z.strictObject({ role: z.literal('placeholder'), channel: ChannelName }),
])
export type PromptMessage = z.infer<typeof PromptMessage>

export const Prompt = z.union([
  z.strictObject({ messages: z.array(PromptMessage).max(200) }),
  /** A prompt of the registry. Defaults to its `production` label. */
  z.strictObject({
    name: z.string().max(128),
    label: z.string().max(64).optional(),
    version: z.int().positive().optional(),
  }),
])
export type Prompt = z.infer<typeof Prompt>

/** The built-in connection to the demo model. */
export const DEMO_CONNECTION = 'demo'

export const ModelSettings = z.strictObject({
  /** Name of a connection, not its id, so that a document can move to another workspace. */
  connection: z.string().max(64),
  name: z.string().max(256),
  /**
   * API of the provider. Defaults to chat completions. Some models are only available in Responses.
   */
  api: z.enum(['chat', 'responses']).optional(),
  temperature: z.number().min(0).max(2).optional(),
  topP: z.number().min(0).max(1).optional(),
  maxTokens: z.int().positive().optional(),
  seed: z.int().optional(),
  stop: z.array(z.string()).max(8).optional(),
  frequencyPenalty: z.number().min(-2).max(2).optional(),
  presencePenalty: z.number().min(-2).max(2).optional(),
  reasoningEffort: z.enum(['minimal', 'low', 'medium', 'high']).optional(),
  parallelToolCalls: z.boolean().optional(),
  /** Passed to the provider unchanged. */
  extra: JsonObject.optional(),
})
export type ModelSettings = z.infer<typeof ModelSettings>

/** A dotted path into the answer. Empty means the whole answer. */
const AnswerPath = z.string().max(256)

export const Answer = z.strictObject({
  name: ToolName.optional(),
  schema: JsonSchema,
  /** Maps a channel to a path in the answer. */
  writes: z.record(ChannelName, AnswerPath),
})
export type Answer = z.infer<typeof Answer>

/** Without `output` and `answer`, the message is written to the channel `messages`. */
export const ModelOutput = z.strictObject({
  text: ChannelName.optional(),
  message: ChannelName.optional(),
})
export type ModelOutput = z.infer<typeof ModelOutput>
