export const templateLib = {
  path: 'lib/template.ts',
  text: `import { plain } from './scope.ts'

/** A value inside a text: lists and objects as JSON, what is missing as nothing. */
export function asText(value: unknown): string {
  const data = plain(value)
  if (data === null) return ''
  return typeof data === 'object' ? JSON.stringify(data) : String(data)
}

const WHO: Record<string, string> = { user: 'User', assistant: 'Assistant', system: 'System', tool: 'Tool' }

/** As a person reads it: a conversation as who said what, an empty list as nothing, all else as any text has it. */
export function asReadable(value: unknown): string {
  const data = plain(value)
  const messages = Array.isArray(data) ? data : [data]
  if (!messages.every(isMessage)) return asText(data)
  return messages.map(said).join('\\n\\n')
}

type Said = { role: string; content: unknown; name?: unknown; toolCalls?: { name: string }[] }

const isMessage = (value: unknown): value is Said =>
  typeof value === 'object' && value !== null && 'content' in value && 'role' in value &&
  typeof value.role === 'string' && Object.hasOwn(WHO, value.role)

function said({ role, content, name, toolCalls = [] }: Said): string {
  const who = typeof name === 'string' && role === 'tool' ? \`Tool \${name}\` : WHO[role]
  const calls = toolCalls.map((call) => call.name).join(', ')
  const text = spokenText(content)
  return \`\${who}: \${text === '' && calls !== '' ? \`(calls \${calls})\` : text}\`
}

function spokenText(content: unknown): string {
  if (!Array.isArray(content)) return typeof content === 'string' ? content : ''
  return content.map((part: unknown) => (isText(part) ? part.text : '')).join('')
}

const isText = (part: unknown): part is { text: string } =>
  typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'

/** A dotted path, in the first of the places that has its head. */
export function look(path: string, ...places: unknown[]): unknown {
  const [head = '', ...rest] = path.split('.')
  const place = places.find((value) => typeof value === 'object' && memberOf(value, head) !== undefined)
  return rest.reduce((value, key) => memberOf(plain(value), key), memberOf(place, head))
}

function memberOf(value: unknown, key: string): unknown {
  if (value === null || value === undefined || !Object.hasOwn(Object(value), key)) return undefined
  return (value as Record<string, unknown>)[key]
}

/** A section: once for each element, once for anything else that is there. */
export function each(value: unknown, body: (item: unknown) => string): string {
  if (!value) return ''
  return Array.isArray(value) ? plainList(value).map(body).join('') : body(value)
}

const plainList = (value: unknown[]): unknown[] => plain(value) as unknown[]

export function isNothing(value: unknown): boolean {
  return !value || (Array.isArray(value) && value.length === 0)
}
`,
}
