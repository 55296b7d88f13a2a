import { isObject } from './json.ts'

/** Formats a value for a text: lists and objects as JSON, a missing value as nothing. */
export function formatText(value: unknown): string {
  if (value === null || value === undefined) return ''
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
    case 'boolean':
      return String(value)
    default:
      return JSON.stringify(value)
  }
}

const SPEAKERS: Record<string, string> = {
  user: 'User',
  assistant: 'Assistant',
  system: 'System',
  tool: 'Tool',
}

/** Formats a value for a person: a conversation as a transcript, an empty list as nothing, all else as `formatText`. */
export function formatTranscript(value: unknown): string {
  if (value === undefined) return ''
  const messages: unknown[] = Array.isArray(value) ? value : [value]
  if (!messages.every(isPlainMessage)) return formatText(value)
  return messages.map(formatMessage).join('\n\n')
}

type PlainMessage = {
  role: string
  content: unknown
  name?: unknown
  toolCalls?: { name: string }[]
}

const isPlainMessage = (value: unknown): value is PlainMessage =>
  isObject(value) &&
  'content' in value &&
  typeof value['role'] === 'string' &&
  Object.hasOwn(SPEAKERS, value['role'])

function formatMessage({ role, content, name, toolCalls = [] }: PlainMessage): string {
  const speaker = typeof name === 'string' && role === 'tool' ? `Tool ${name}` : SPEAKERS[role]
  const calls = toolCalls.map((call) => call.name).join(', ')
  const text = contentText(content)
  return `${speaker}: ${text === '' && calls !== '' ? `(calls ${calls})` : text}`
}

function contentText(content: unknown): string {
  if (!Array.isArray(content)) return typeof content === 'string' ? content : ''
  return content
    .map((part: unknown) =>
      isObject(part) && typeof part['text'] === 'string' ? part['text'] : '',
    )
    .join('')
}

/** Reads one own member. Inherited members are undefined, so a path cannot reach into JavaScript itself. */
export function getMember(value: unknown, key: string): unknown {
  if (value === null || value === undefined || !Object.hasOwn(Object(value), key)) return undefined
  return (value as Record<string, unknown>)[key]
}

/** Reads a dotted path of own members; an empty path is the whole value. */
export function getPath(value: unknown, path: string): unknown {
  return path === '' ? value : path.split('.').reduce(getMember, value)
}

/** Maps channels to paths of a value. Leaves out channels whose path has no value. */
export function pickPaths(
  channels: Readonly<Record<string, string>>,
  value: unknown,
): Record<string, unknown> {
  const entries = Object.entries(channels).map(([name, path]) => [name, getPath(value, path)])
  return Object.fromEntries(entries.filter(([, found]) => found !== undefined))
}

/** Leaves out entries that are null or undefined. */
export function withoutEmpty<T extends object>(values: T): Partial<T> {
  const definedEntries = Object.entries(values).filter(
    ([, value]) => value !== null && value !== undefined,
  )
  return Object.fromEntries(definedEntries) as Partial<T>
}
