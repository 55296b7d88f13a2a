import { isObject, type JsonObject, parseJson } from '../wire/json.ts'
import type { ToolExchange } from './conversation.ts'
import { type Passage, passageAnswer, splitPassages } from './passages.ts'

/** A tool result by its shape. */
export type ToolResult =
  | { kind: 'error'; message: string }
  | { kind: 'passages'; passages: readonly Passage[] }
  | { kind: 'value'; text: string }

const TEXT_KEYS = ['text', 'content', 'snippet', 'summary', 'page_content', 'pageContent']
const SOURCE_KEYS = ['title', 'source', 'name', 'url']
const LIST_KEYS = ['results', 'passages', 'documents', 'items', 'matches']
const MAX_VALUE_LENGTH = 500

/** States what each tool returned. Long texts are quoted only as far as they concern the question. */
export const toolResultAnswer = (exchanges: readonly ToolExchange[], question: string): string =>
  exchanges.map((exchange) => describeExchange(exchange, question)).join(' ')

function describeExchange({ name, result }: ToolExchange, question: string): string {
  const tool = /^[a-z]+$/.test(name) ? `The ${name}` : `The tool ${name}`
  const read = readToolResult(result)
  switch (read.kind) {
    case 'error':
      return `${tool} failed: ${read.message.replace(/\.$/, '')}.`
    case 'passages':
      return read.passages.length === 0
        ? `${tool} found nothing.`
        : passageAnswer(read.passages, question, 2)
    default:
      return `${tool} returned ${read.text.slice(0, MAX_VALUE_LENGTH).replace(/\.$/, '')}.`
  }
}

export function readToolResult(result: string): ToolResult {
  const text = result.trim()
  const [, failure] = /^(?:error|failed|tool error)\b[:\s]*(.+)$/is.exec(text) ?? []
  if (failure !== undefined) return { kind: 'error', message: failure }
  const json = parseJson(text)
  return isObject(json) || Array.isArray(json) ? readJson(json, text) : readText(text)
}

function readText(text: string): ToolResult {
  if (/^(?:nothing (?:is )?(?:known|found)|no (?:results?|matches))/i.test(text)) {
    return { kind: 'passages', passages: [] }
  }
  const isShort = text.length <= 80 && !text.includes('\n')
  return isShort ? { kind: 'value', text } : { kind: 'passages', passages: splitPassages(text) }
}

function readJson(json: JsonObject | readonly unknown[], text: string): ToolResult {
  if (isObject(json)) {
    const { error, result } = json
    if (error != null && error !== false) return { kind: 'error', message: errorText(error) }
    if (result !== undefined) return { kind: 'value', text: errorText(result) }
  }
  const list = isObject(json) ? LIST_KEYS.map((key) => json[key]).find(Array.isArray) : json
  const passages = (list ?? []).flatMap(toPassages)
  return list && passages.length === list.length
    ? { kind: 'passages', passages }
    : { kind: 'value', text }
}

function errorText(value: unknown): string {
  if (typeof value === 'string') return value
  const message = isObject(value) ? value['message'] : undefined
  return typeof message === 'string' ? message : JSON.stringify(value)
}

function toPassages(item: unknown): Passage[] {
  if (typeof item === 'string') return [{ text: item, source: undefined }]
  if (!isObject(item)) return []
  const textIn = (keys: readonly string[]) =>
    keys.map((key) => item[key]).find((value) => typeof value === 'string')
  const text = textIn(TEXT_KEYS)
  return text === undefined ? [] : [{ text, source: textIn(SOURCE_KEYS) }]
}
