import type { HttpToolConfig, Json, JsonSchema } from '@lathe/contract'

/** A tag `{{name}}` in a text of an HTTP tool, replaced by the argument of that name. */
export type ArgumentTag = { name: string; start: number; end: number }

const TAG = /\{\{\{\s*([a-zA-Z0-9_.-]+)\s*\}\}\}|\{\{\s*([a-zA-Z0-9_.-]+)\s*\}\}/g
/** Older tools used single braces, while prompts used double ones. */
const TAG_OR_SINGLE_BRACES = /\{\{\s*[a-zA-Z0-9_.-]+\s*\}\}|\{([a-zA-Z0-9_.-]+)\}/g

export function argumentTags(text: string): ArgumentTag[] {
  return [...text.matchAll(TAG)].map(({ 0: tag, 1: plain, 2: name, index }) => ({
    name: plain ?? name ?? '',
    start: index,
    end: index + tag.length,
  }))
}

/** Returns the argument of a text that consists of one tag; its value keeps its type. */
export function soleArgumentTag(text: string): string | undefined {
  const [tag] = argumentTags(text)
  return tag?.start === 0 && tag.end === text.length ? tag.name : undefined
}

export function argumentNames({ properties }: JsonSchema): ReadonlySet<string> {
  return new Set(
    typeof properties === 'object' && properties !== null ? Object.keys(properties) : [],
  )
}

type Request = Pick<HttpToolConfig, 'url' | 'query' | 'headers' | 'body'>

/** Converts the argument tags of a request from single to double braces. */
export function withArgumentTags<T extends Request>(request: T, names: ReadonlySet<string>): T {
  const text = (template: string) =>
    template.replace(TAG_OR_SINGLE_BRACES, (tag, name: string | undefined) =>
      name !== undefined && names.has(name) ? `{{${name}}}` : tag,
    )
  const texts = (templates: Record<string, string>) =>
    Object.fromEntries(Object.entries(templates).map(([name, value]) => [name, text(value)]))
  const json = (value: Json): Json => {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return value.map(json)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, json(inner)]))
  }
  const { url, query, headers, body } = request
  return {
    ...request,
    url: text(url),
    query: texts(query),
    headers: texts(headers),
    ...(body.type === 'text' && { body: { ...body, value: text(body.value) } }),
    ...(body.type === 'json' && { body: { ...body, value: json(body.value) } }),
  }
}

export type TagProblem = { field: 'url' | 'query' | 'headers' | 'body'; message: string }

/** Returns the first tag of a request that has no argument or is not a plain name. */
export function tagProblem(request: Request, names: ReadonlySet<string>): TagProblem | null {
  for (const [field, text] of requestTexts(request)) {
    const section = /\{\{\s*[#^/>&!=][^{}]*\}\}/.exec(text)
    if (section) {
      const message = `\`${section[0]}\` is not supported: use \`{{name}}\` of an argument`
      return { field, message }
    }
    const unknown = argumentTags(text).find(({ name }) => !names.has(name))
    if (unknown) {
      return { field, message: `\`{{${unknown.name}}}\` is not an argument of this tool` }
    }
  }
  return null
}

function* requestTexts({
  url,
  query,
  headers,
  body,
}: Request): Generator<[field: TagProblem['field'], text: string]> {
  yield ['url', url]
  for (const text of Object.values(query)) yield ['query', text]
  for (const text of Object.values(headers)) yield ['headers', text]
  if (body.type === 'text') yield ['body', body.value]
  if (body.type === 'json') for (const text of textsIn(body.value)) yield ['body', text]
}

function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
