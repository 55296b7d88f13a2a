import type { Json } from '@lathe/contract'
import { asText } from './as-text.ts'

const WHO: Record<string, string> = {
  user: 'User',
  assistant: 'Assistant',
  system: 'System',
  tool: 'Tool',
}

/** As a person reads it: a conversation as who said what, an empty list as nothing, all else as any text has it. */
export function asReadable(data: Json | undefined): string {
  if (data === undefined) return ''
  const messages: unknown[] = Array.isArray(data) ? data : [data]
  if (!messages.every(isMessage)) return asText(data)
  return messages.map(said).join('\n\n')
}

type Said = { role: string; content: unknown; name?: unknown; toolCalls?: { name: string }[] }

const isMessage = (value: unknown): value is Said =>
  typeof value === 'object' &&
  value !== null &&
  'content' in value &&
  'role' in value &&
  typeof value.role === 'string' &&
  Object.hasOwn(WHO, value.role)

function said({ role, content, name, toolCalls = [] }: Said): string {
  const who = typeof name === 'string' && role === 'tool' ? `Tool ${name}` : WHO[role]
  const calls = toolCalls.map((call) => call.name).join(', ')
  const text = spokenText(content)
  return `${who}: ${text === '' && calls !== '' ? `(calls ${calls})` : text}`
}

function spokenText(content: unknown): string {
  if (!Array.isArray(content)) return typeof content === 'string' ? content : ''
  return content.map((part: unknown) => (isText(part) ? part.text : '')).join('')
}

const isText = (part: unknown): part is { text: string } =>
  typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'
