import { canonical } from '../fingerprint.ts'
import { fillSchema } from '../schema/fill-schema.ts'
import { isObject, type JsonObject } from '../wire/json.ts'
import type { ToolCall } from './answer.ts'
import type { Conversation, OfferedTool } from './conversation.ts'
import { findExpressions } from './expressions.ts'
import { identifierWords, stem, splitWords } from './keywords.ts'

/** Limits the turns with tool calls of one request. */
const MAX_TURNS = 8

/** Returns the tool calls that the newest user message plainly asks for and that have not been made since. */
export function planToolCalls(conversation: Conversation, seed: number): ToolCall[] {
  const { tools, exchanges, turn, images, question } = conversation
  if (turn >= MAX_TURNS || images.length > 0) return []
  const previousCalls = new Set(
    exchanges.map((exchange) => callKey(exchange.name, exchange.arguments)),
  )
  const calls = new Map<string, ToolCall>()
  for (const clause of splitClauses(question)) {
    for (const { tool, args } of callsFor(clause, tools, seed)) {
      const key = callKey(tool.name, args)
      if (!previousCalls.has(key))
        calls.set(key, { name: tool.name, arguments: JSON.stringify(args) })
    }
  }
  return [...calls.values()].slice(0, conversation.allowsParallelCalls ? undefined : 1)
}

const callKey = (name: string, args: JsonObject): string => `${name} ${canonical(args)}`

/** Splits a request where it begins to ask for something else. */
export const splitClauses = (request: string): string[] =>
  request
    .split(
      /(?<=[.?!;])\s+|,?\s+and\s+(?:then\s+)?(?=(?:how|what|who|when|where|which|why|calculate|compute|find|look|search|fetch|get|tell|explain)\b)|,\s+(?=(?:how|what|who|when|where|which|why)\b)/i,
    )
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '')

type PlannedCall = { tool: OfferedTool; args: JsonObject }

const URL_IN_TEXT = /https?:\/\/[^\s<>"')\]]+[^\s<>"')\].,;!?]/g
const TIME_QUESTION =
  /\bwhat (?:time|day|date)\b|\b(?:current|local|exact|what is the|what's the) (?:time|date|day)\b|\btime is it\b|\btoday's date\b|\btime in\b/i
const QUESTION =
  /\?\s*$|^(?:what|who|when|where|which|why|how|look up|search|find|explain|tell me about)\b/i

/** Calculations, times and URLs choose their tools; then a tool that is named; then a search for questions. */
function callsFor(clause: string, tools: readonly OfferedTool[], seed: number): PlannedCall[] {
  const find = (name: RegExp, parameter: RegExp) => {
    for (const tool of tools) {
      const field = stringParameter(tool, parameter)
      if (name.test(identifierWords(tool.name).join(' ')) && field) return { tool, field }
    }
    return undefined
  }
  const expressions = findExpressions(clause)
  const calculator = find(/\b(?:calc\w*|math|arithmetic|evaluate)\b/, /expression|formula|input/)
  if (calculator && expressions.length > 0) {
    return expressions.map((value) => callWith(calculator, value))
  }
  const fetcher = find(/\b(?:http|fetch|url|browse|page|get)\b/, /^ur[il]$|link|address/)
  const urls = clause.match(URL_IN_TEXT) ?? []
  if (fetcher && urls.length > 0) return urls.map((url) => callWith(fetcher, url))
  if (TIME_QUESTION.test(clause)) {
    const clock = find(/\b(?:time|date|clock|now)\b/, /zone|location|city/)
    const zone = timeZoneIn(clause)
    if (clock) return [zone === undefined ? { tool: clock.tool, args: {} } : callWith(clock, zone)]
  }
  const named = tools.find((tool) => isNamed(tool, clause))
  if (named) return [{ tool: named, args: argumentsFrom(named, clause, seed) }]
  const search = find(
    /\b(?:look ?up|search|retriev\w+|knowledge|query)\b/,
    /quer|question|term|text|topic/,
  )
  return search && QUESTION.test(clause) ? [callWith(search, clause.replace(/[.?!]+$/, ''))] : []
}

const callWith = (place: { tool: OfferedTool; field: string }, value: string): PlannedCall => ({
  tool: place.tool,
  args: { [place.field]: value },
})

const listParameters = ({ parameters: { properties } }: OfferedTool): [string, JsonObject][] =>
  Object.entries(isObject(properties) ? properties : {}).flatMap(([name, schema]) =>
    isObject(schema) ? [[name, schema]] : [],
  )

const stringParameter = (tool: OfferedTool, name: RegExp): string | undefined =>
  listParameters(tool).find(
    ([key, { type }]) => type === 'string' && name.test(key.toLowerCase()),
  )?.[0]

/** Whether a request contains every word of a tool's name. */
function isNamed(tool: OfferedTool, clause: string): boolean {
  const words = new Set(splitWords(clause).map(stem))
  const name = identifierWords(tool.name).map(stem)
  return name.length > 0 && name.every((word) => words.has(word))
}

/** Fills required parameters: text with the request, numbers with its numbers, the rest by the schema. */
function argumentsFrom(tool: OfferedTool, clause: string, seed: number): JsonObject {
  const required = new Set(
    Array.isArray(tool.parameters['required']) ? tool.parameters['required'] : [],
  )
  const numbers = (clause.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number)
  const generated = fillSchema({ ...tool.parameters, type: 'object' }, { seed, text: clause })
  const values = isObject(generated) ? generated : {}
  return Object.fromEntries(
    listParameters(tool)
      .filter(([name]) => required.has(name))
      .map(([name, { type, enum: options, format, pattern }]) => {
        if (type === 'string' && !options && !format && !pattern) return [name, clause]
        if (type === 'number' || type === 'integer') return [name, numbers.shift() ?? values[name]]
        return [name, values[name]]
      }),
  )
}

const ZONES_BY_CITY = new Map(
  Intl.supportedValuesOf('timeZone').map((zone) => [
    (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ').toLowerCase(),
    zone,
  ]),
)

/** Returns the IANA time zone that a text names by itself or by its city: `Asia/Tokyo` for `the time in Tokyo`. */
function timeZoneIn(text: string): string | undefined {
  const zone = /\b[A-Z][A-Za-z]+\/[A-Z][A-Za-z_]+\b/.exec(text)?.[0]
  if (zone !== undefined) return zone
  if (/\b(?:UTC|GMT)\b/.test(text)) return 'UTC'
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  for (const [index, word] of words.entries()) {
    const found = ZONES_BY_CITY.get(`${word} ${words[index + 1]}`) ?? ZONES_BY_CITY.get(word)
    if (found !== undefined) return found
  }
  return undefined
}
