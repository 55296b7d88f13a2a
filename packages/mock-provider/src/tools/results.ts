import { isHtml, withoutTags } from '../text/html.ts'
import type { JsonObject } from '../wire/json.ts'
import { isObject, parseJson } from '../wire/json.ts'

export type Passage = { text: string; source: string | undefined }

/** What came back from a tool, made readable. */
export type ToolResult =
  | { kind: 'error'; message: string }
  | { kind: 'passages'; passages: readonly Passage[] }
  | { kind: 'value'; text: string }
  | { kind: 'record'; entries: readonly (readonly [name: string, value: string])[] }

const VALUE_KEYS = ['result', 'value', 'answer', 'output', 'data']
const TEXT_KEYS = [
  'text',
  'content',
  'snippet',
  'summary',
  'passage',
  'body',
  'description',
  'page_content',
  'pageContent',
]
const SOURCE_KEYS = ['title', 'source', 'name', 'url', 'id']
const LIST_KEYS = ['results', 'passages', 'documents', 'items', 'matches', 'hits', 'entries']

export function readResult(text: string): ToolResult {
  const trimmed = text.trim()
  const failed = /^(?:error|failed|failure|exception|tool error)\b[:\s]*(.*)$/is.exec(trimmed)
  if (failed) return { kind: 'error', message: failed[1] === '' ? trimmed : (failed[1] ?? trimmed) }
  const json = parseJson(trimmed)
  return json === undefined || typeof json === 'string'
    ? readText(typeof json === 'string' ? json : trimmed)
    : readJson(json)
}

const NONE = /^(?:nothing (?:is )?(?:known|found)|no (?:results?|matches|documents?|entries)\b)/i
const SOURCE_AT_END = /\s*\(Source:\s*([^)]{1,120}?)\.?\)\s*$/i

function readText(written: string): ToolResult {
  const text = isHtml(written) ? withoutTags(written) : written
  if (NONE.test(text)) return { kind: 'passages', passages: [] }
  if (text.length <= 80 && !text.includes('\n')) return { kind: 'value', text }
  const passages = text.split(/\n\s*\n/).map((passage) => ({
    text: passage.replace(SOURCE_AT_END, ''),
    source: SOURCE_AT_END.exec(passage)?.[1],
  }))
  return { kind: 'passages', passages }
}

function readJson(json: unknown): ToolResult {
  if (Array.isArray(json)) return readList(json)
  if (!isObject(json)) return { kind: 'value', text: String(json) }

  const error = json['error']
  if (error !== undefined && error !== null && error !== false) {
    const message =
      isObject(error) && typeof error['message'] === 'string' ? error['message'] : textOf(error)
    return { kind: 'error', message }
  }
  const fetched = readFetched(json)
  if (fetched) return fetched
  const list = LIST_KEYS.map((key) => json[key]).find((value) => Array.isArray(value))
  if (Array.isArray(list)) return readList(list)
  const value = VALUE_KEYS.map((key) => json[key]).find((candidate) => candidate !== undefined)
  if (typeof value === 'string' || typeof value === 'number') return readText(String(value))
  if (isObject(value) || Array.isArray(value)) return readJson(value)
  const passage = passageOf(json)
  if (passage && passage.text.length > 40) return { kind: 'passages', passages: [passage] }
  return {
    kind: 'record',
    entries: Object.entries(json).map(([name, item]) => [name, textOf(item)]),
  }
}

/** An HTTP answer: what counts is its body, unless the status says it failed. */
function readFetched(json: JsonObject): ToolResult | undefined {
  const { status, body } = json
  if (typeof status !== 'number' || body === undefined) return undefined
  if (status >= 400) return { kind: 'error', message: `status ${status}` }
  return typeof body === 'string' ? readResult(body) : readJson(body)
}

function readList(list: readonly unknown[]): ToolResult {
  const passages = list.flatMap((item) => {
    if (typeof item === 'string') return [{ text: item, source: undefined }]
    return isObject(item)
      ? (passageOf(item) ?? { text: textOf(item), source: undefined })
      : [{ text: textOf(item), source: undefined }]
  })
  return { kind: 'passages', passages }
}

function passageOf(item: { readonly [key: string]: unknown }): Passage | undefined {
  const text = TEXT_KEYS.map((key) => item[key]).find((value) => typeof value === 'string')
  const source = SOURCE_KEYS.map((key) => item[key]).find((value) => typeof value === 'string')
  return text === undefined ? undefined : { text, source }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The number a tool gave back, for a request that goes on from it. */
export function numberIn(result: string): number | undefined {
  const read = readResult(result)
  if (read.kind !== 'value') return undefined
  const [number] = read.text.match(/-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/i) ?? []
  return number === undefined ? undefined : Number(number)
}
