import { readPicturePrompt } from '../media/picture.ts'
import { fillSchema } from '../schema/fill-schema.ts'
import { answerTemplate } from '../scripts/templates/answer-template.ts'
import { type Answer, textAnswer, toolCallAnswer } from './answer.ts'
import type { Conversation, ToolExchange } from './conversation.ts'
import { type Passage, passageAnswer, readPassages, splitPassages } from './passages.ts'
import { planToolCalls } from './tool-calls.ts'
import { isObject, type JsonObject, parseJson } from '../wire/json.ts'

/**
 * Returns the answer of the first rule that applies: template script, tool calls, requested structure, tool results,
 * passages in the prompt, off-script sentence. `seed` decides the values of structured answers.
 */
export function respond(conversation: Conversation, seed: number): Answer {
  const scripted = answerTemplate(conversation)
  if (scripted) return scripted

  const { tools, format, question } = conversation
  const calls = planToolCalls(conversation, seed)
  if (calls.length > 0) return toolCallAnswer(calls)
  const [first] = tools
  if (conversation.mustCallTool && first) {
    const args = fillSchema({ ...first.parameters, type: 'object' }, { seed, text: question })
    return toolCallAnswer([{ name: first.name, arguments: JSON.stringify(args) }])
  }
  if (format?.schema) {
    return textAnswer(JSON.stringify(fillSchema(format.schema, { seed, text: question })))
  }
  const text = textFor(conversation)
  return textAnswer(format ? JSON.stringify({ answer: text }) : text)
}

function textFor(conversation: Conversation): string {
  const { exchanges, images, question, system } = conversation
  if (images.length > 0) return offScriptAnswer(conversation)
  if (exchanges.length > 0) return toolResultAnswer(exchanges, question)
  const { passages, rest } = readPassages(question)
  const all = [...readPassages(system).passages, ...passages]
  return all.length > 0 ? passageAnswer(all, rest) : offScriptAnswer(conversation)
}

const MAX_QUOTE_LENGTH = 60

/** The answer to a request without a script. It must not pretend to understand the request. */
function offScriptAnswer({ question, messageCount, tools, images }: Conversation): string {
  const quote =
    question.length > MAX_QUOTE_LENGTH ? `${question.slice(0, MAX_QUOTE_LENGTH).trim()}…` : question
  const received = [
    plural(messageCount, 'message'),
    plural(tools.length, 'tool'),
    ...(images.length > 0
      ? [`${plural(images.length, 'image')}: ${images.map(describeImage).join('; ')}`]
      : []),
  ].join(', ')
  return `This is Lathe's demo model, which has no script for “${quote.replaceAll(/\s+/g, ' ')}” (received: ${received}); to get a real answer, add a connection under Models and select one of its models.`
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const PNG = '89504e470d0a1a0a'

/** Describes an image by its headers. Returns only the address of an image that is not in the request. */
function describeImage(url: string): string {
  const [, type, data] = /^data:(image\/[\w+.-]+);base64,(.*)$/s.exec(url) ?? []
  if (type === undefined || data === undefined) return url.split(/[?#]/)[0] ?? url
  const bytes = Buffer.from(data, 'base64')
  const size = imageSize(bytes)
  const prompt = readPicturePrompt(bytes)
  return [
    type,
    ...(size ? [`${size.width} × ${size.height} pixels`] : []),
    `${bytes.length} bytes`,
    ...(prompt === undefined ? [] : [`drawn for “${prompt}”`]),
  ].join(', ')
}

function imageSize(bytes: Buffer): { width: number; height: number } | undefined {
  if (bytes.length >= 24 && bytes.toString('hex', 0, 8) === PNG) {
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  }
  if (bytes.length >= 10 && bytes.toString('latin1', 0, 3) === 'GIF') {
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  }
  return undefined
}

/** A tool result by its shape. */
type ToolResult =
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
