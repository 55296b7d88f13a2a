import { fieldValue } from './fields.ts'
import type { AnyField } from './fields.ts'
import type { Answer, ModelOutput, Prompt } from './schema/model.ts'
import type { Value } from './schema/state.ts'

export type TextKind = 'template' | 'expression' | 'code'
export type ChannelRole = 'read' | 'write'

/** Called for every text and channel name of a node; the return value replaces it. */
export type NodeVisitor = {
  /** `field` is the path within the node: `prompt.messages.0.text`. */
  text: (text: string, kind: TextKind, field: string) => string
  channel: (name: string, role: ChannelRole, field: string) => string
}

/** Visits the texts and channel names of one field and returns its new value. */
export function visitField(field: AnyField, node: object, visitor: NodeVisitor): unknown {
  const { name } = field
  const value: unknown = fieldValue(node, field)
  if (value === undefined) return undefined
  const written = (channel: string, path: string) => visitor.channel(channel, 'write', path)
  switch (field.type) {
    case 'template':
    case 'expression':
    case 'code':
      return visitor.text(fieldValue(node, field) ?? '', field.type, name)
    case 'channel': {
      const channel = fieldValue(node, field) ?? ''
      const read = field.role === 'write' ? channel : visitor.channel(channel, 'read', name)
      return field.role === 'read' ? read : written(channel, name)
    }
    case 'channels':
      return fieldValue(node, field)?.map((channel, index) => written(channel, `${name}.${index}`))
    case 'channel-values':
      return visitValues(fieldValue(node, field), name, written, visitor)
    case 'tool-arguments':
    case 'agent-input':
      return visitValues(fieldValue(node, field), name, (key) => key, visitor)
    case 'answer-paths':
    case 'agent-output':
      return mapKeys(fieldValue(node, field), name, written)
    case 'prompt':
      return visitPrompt(fieldValue(node, field), name, visitor)
    case 'answer':
      return visitAnswer(fieldValue(node, field), name, visitor)
    case 'output':
      return visitOutput(fieldValue(node, field), name, visitor)
    default:
      return value
  }
}

/** Visits the texts and channel names of a prompt. Prompts of the registry have none. */
export function visitPrompt<P extends Prompt | undefined>(
  prompt: P,
  field: string,
  visitor: NodeVisitor,
): P | { messages: Extract<Prompt, { messages: unknown }>['messages'] } {
  if (!prompt || !('messages' in prompt)) return prompt
  const messages = prompt.messages.map((message, index) => {
    const path = `${field}.messages.${index}`
    if (message.role === 'placeholder') {
      return { ...message, channel: visitor.channel(message.channel, 'read', `${path}.channel`) }
    }
    const text = visitor.text(message.text, 'template', `${path}.text`)
    if (message.role !== 'user' || !message.images) return { ...message, text }
    const images = message.images.map((image, position) =>
      visitor.text(image, 'template', `${path}.images.${position}`),
    )
    return { ...message, text, images }
  })
  return { messages }
}

function visitAnswer(answer: Answer | undefined, field: string, { channel }: NodeVisitor) {
  const writes = mapKeys(answer?.writes, `${field}.writes`, (name, path) =>
    channel(name, 'write', path),
  )
  return { ...answer, writes }
}

function visitOutput(
  { text, message }: ModelOutput = {},
  field: string,
  { channel }: NodeVisitor,
): ModelOutput {
  return {
    ...(text !== undefined && { text: channel(text, 'write', `${field}.text`) }),
    ...(message !== undefined && { message: channel(message, 'write', `${field}.message`) }),
  }
}

function visitValues(
  values: Readonly<Record<string, Value>> = {},
  field: string,
  rename: (key: string, path: string) => string,
  { text }: NodeVisitor,
): Record<string, Value> {
  const entries = Object.entries(values).map(([key, value]): [string, Value] => {
    const path = `${field}.${key}`
    const name = rename(key, path)
    if ('template' in value) {
      return [name, { template: text(value.template, 'template', `${path}.template`) }]
    }
    if ('expression' in value) {
      return [name, { expression: text(value.expression, 'expression', `${path}.expression`) }]
    }
    return [name, value]
  })
  return Object.fromEntries(entries)
}

function mapKeys(
  record: Readonly<Record<string, string>> = {},
  field: string,
  rename: (name: string, path: string) => string,
): Record<string, string> {
  const entries = Object.entries(record).map(([name, value]) => [
    rename(name, `${field}.${name}`),
    value,
  ])
  return Object.fromEntries(entries)
}
