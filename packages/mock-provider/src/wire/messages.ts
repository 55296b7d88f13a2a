import * as z from 'zod'

const TextPart = z.looseObject({ type: z.literal('text'), text: z.string() })

const ImagePart = z.looseObject({
  type: z.literal('image_url'),
  image_url: z.looseObject({
    url: z.string(),
    detail: z.enum(['auto', 'low', 'high', 'original']).optional(),
  }),
})

const AudioPart = z.looseObject({
  type: z.literal('input_audio'),
  input_audio: z.looseObject({ data: z.string(), format: z.string() }),
})

const FilePart = z.looseObject({
  type: z.literal('file'),
  file: z.looseObject({
    file_id: z.string().optional(),
    file_data: z.string().optional(),
    filename: z.string().optional(),
  }),
})

const RefusalPart = z.looseObject({ type: z.literal('refusal'), refusal: z.string() })

const UserPart = z.discriminatedUnion('type', [TextPart, ImagePart, AudioPart, FilePart])
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

/** The text of a message, its parts joined by line breaks. */
export function textOf(content: string | readonly Part[] | null | undefined): string {
  if (typeof content === 'string') return content
  const texts = (content ?? []).map((part) => {
    if (part.type === 'text') return part.text
    return part.type === 'refusal' ? part.refusal : ''
  })
  return texts.filter((text) => text !== '').join('\n')
}

export function partsOf(message: Message): readonly Part[] {
  return Array.isArray(message.content) ? message.content : []
}
