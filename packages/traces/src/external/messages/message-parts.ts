import type { Json, Message, ToolCall } from '@lathe/contract'
import { firstText, isObject, listOf, textOf } from '../fields.ts'
import { readPicture } from './picture-part.ts'
import { toToolCall } from './tool-call.ts'

export type ContentPart = Exclude<Message['content'], string>[number]

const TEXTS = new Set<Json | undefined>(['text', 'input_text', 'output_text'])

/** A text or a picture in whichever form; anything else as it was sent. */
export function toContentPart(part: Json): ContentPart {
  if (!isObject(part))
    return { type: 'text', text: typeof part === 'string' ? part : JSON.stringify(part) }
  const { type, text } = part
  if (TEXTS.has(type) && typeof text === 'string') return { ...part, type: 'text', text }
  if (typeof text === 'string' && Object.keys(part).length === 1) return { type: 'text', text }
  return readPicture(part) ?? { ...part, type: textOf(type) ?? 'json' }
}

/** The `parts` of a message in OpenTelemetry's form. */
export function readParts(value: Json | undefined) {
  const content: ContentPart[] = []
  const calls: ToolCall[] = []
  let answers: string | undefined
  let reasoning: string | undefined
  for (const part of listOf(value)) {
    if (!isObject(part)) continue
    const { type } = part
    if (type === 'tool_call') calls.push(toToolCall(part))
    else if (type === 'reasoning' || type === 'thinking')
      reasoning = firstText(part['content'], part['text'])
    else if (type === 'tool_call_response') {
      answers = firstText(part['call_id'], part['id'])
      const answer = part['response'] ?? part['result'] ?? part['content'] ?? null
      content.push({
        type: 'text',
        text: typeof answer === 'string' ? answer : JSON.stringify(answer),
      })
    } else if (type === 'text' || (type === undefined && !readPicture(part)))
      content.push({ type: 'text', text: firstText(part['content'], part['text']) ?? '' })
    else content.push(toContentPart(part))
  }
  const texts = content.map((part) => ('text' in part && part.type === 'text' ? part.text : null))
  const isText = texts.every((text) => typeof text === 'string')
  return { content: isText ? texts.join('\n') : content, calls, answers, reasoning }
}
