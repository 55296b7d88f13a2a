import * as z from 'zod'
import { Json, JsonObject } from '@lathe/nodes/schemas'

export const ToolCall = z.object({ id: z.string(), name: z.string(), args: JsonObject })
export type ToolCall = z.infer<typeof ToolCall>

export const ContentPart = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.literal('image_url'),
    image_url: z.object({ url: z.string() }).catchall(Json),
  }),
  z.object({ type: z.string() }).catchall(Json),
])

/** A chat message as the engine returns it. LangChain's classes never leave the engine. */
export const Message = z.object({
  id: z.string().optional(),
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.union([z.string(), z.array(ContentPart)]),
  name: z.string().optional(),
  toolCalls: z.array(ToolCall).optional(),
  /** On a tool message: id of the call it answers. */
  toolCallId: z.string().optional(),
  status: z.enum(['success', 'error']).optional(),
  reasoning: z.string().optional(),
  /** The model refused to answer. The content is its reason. */
  isRefusal: z.literal(true).optional(),
})
export type Message = z.infer<typeof Message>
