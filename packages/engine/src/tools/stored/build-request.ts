import type { HttpToolConfig, Json, JsonObject, JsonSchema } from '@lathe/contract'
import { argumentNames, argumentTags, soleArgumentTag } from '@lathe/graph'
import { LatheError } from '../../errors/lathe-error.ts'
import type { ToolSecrets } from './stored-tool.ts'

/** Fills the `{{name}}` tags of texts and remembers which arguments were used. */
type Filler = {
  /** Throws if an argument is missing. */
  text(template: string, encode?: (text: string) => string): string
  /** Undefined if the text is a single tag without an argument. */
  value(template: string): Json | undefined
  /** Fills all strings. A string that is a single tag becomes its argument, with its type. */
  json(template: Json): Json
  /** Arguments that no template used. */
  rest(): JsonObject
}

/** Tags that name no argument of the schema stay in the text. */
function createFiller(args: JsonObject, names: ReadonlySet<string>): Filler {
  const usedArguments = new Set<string>()
  const find = (name: string): Json | undefined => {
    usedArguments.add(name)
    return Object.hasOwn(args, name) ? args[name] : undefined
  }
  const text: Filler['text'] = (template, encode = (identity) => identity) => {
    let filled = ''
    let position = 0
    for (const { name, start, end } of argumentTags(template)) {
      if (!names.has(name)) continue
      const value = find(name)
      if (value === undefined || value === null) {
        throw new LatheError('TOOL_ERROR', `The argument \`${name}\` is required here`)
      }
      filled += template.slice(position, start) + encode(toText(value))
      position = end
    }
    return filled + template.slice(position)
  }
  const value: Filler['value'] = (template) => {
    const name = soleArgumentTag(template)
    return name !== undefined && names.has(name) ? find(name) : text(template)
  }
  const json = (template: Json): Json => {
    if (typeof template === 'string') return value(template) ?? null
    if (Array.isArray(template)) return template.map(json)
    if (typeof template !== 'object' || template === null) return template
    return Object.fromEntries(Object.entries(template).map(([key, inner]) => [key, json(inner)]))
  }
  return {
    text,
    value,
    json,
    rest: () =>
      Object.fromEntries(Object.entries(args).filter(([name]) => !usedArguments.has(name))),
  }
}

const toText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

type Template = Pick<HttpToolConfig, 'method' | 'url' | 'query' | 'headers' | 'body'>

type HttpRequest = {
  url: URL
  init: { method: string; headers: Headers; body?: string }
}

const ACCEPT = 'application/json, text/*;q=0.9, image/*;q=0.8'

/** Builds the request of a call. */
export function buildRequest(
  template: Template,
  schema: JsonSchema,
  args: JsonObject,
  secrets: ToolSecrets,
): HttpRequest {
  const filler = createFiller(args, argumentNames(schema))
  const url = new URL(filler.text(template.url, segment))
  for (const [name, text] of Object.entries(template.query)) {
    const value = filler.value(text)
    if (value === undefined || value === null) continue
    for (const item of Array.isArray(value) ? value : [value])
      url.searchParams.append(name, toText(item))
  }
  for (const [name, secret] of Object.entries(secrets.query)) url.searchParams.set(name, secret)

  const headers = new Headers({ accept: ACCEPT, 'user-agent': 'Lathe' })
  for (const [name, text] of Object.entries(template.headers)) {
    const value = filler.value(text)
    if (value !== undefined && value !== null) setHeader(headers, name, toText(value))
  }
  for (const [name, secret] of Object.entries(secrets.headers)) headers.set(name, secret)

  const body = requestBody(template, filler)
  if (body && !headers.has('content-type')) headers.set('content-type', body.type)
  return { url, init: { method: template.method, headers, ...(body && { body: body.text }) } }
}

/** Encodes an argument, so that it stays within its path segment. */
function segment(text: string): string {
  if (text !== '.' && text !== '..') return encodeURIComponent(text)
  throw new LatheError('TOOL_ERROR', `\`${text}\` cannot be part of a URL`)
}

function setHeader(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value)
  } catch {
    throw new LatheError('TOOL_ERROR', `The header ${name} cannot have this value`)
  }
}

function requestBody(
  { body, method }: Template,
  filler: Filler,
): { type: string; text: string } | null {
  if (method === 'GET') return null
  const json = (value: Json) => ({ type: 'application/json', text: JSON.stringify(value) })
  switch (body.type) {
    case 'json':
      return json(filler.json(body.value))
    case 'rest':
      return json(filler.rest())
    case 'form': {
      const fields = Object.entries(filler.rest()).map(([name, value]) => [name, toText(value)])
      return {
        type: 'application/x-www-form-urlencoded',
        text: new URLSearchParams(fields).toString(),
      }
    }
    case 'text': {
      const value = filler.value(body.value)
      if (value === undefined || value === null) return null
      return { type: body.contentType, text: toText(value) }
    }
    default:
      return null
  }
}
