import type { Cost, Json, JsonObject, RunError, SpanKind, Usage } from '@lathe/contract'
import { isJsonObject } from '@lathe/contract/is-json-object'
import { audioUsage } from '@lathe/contract/usage-sums'
import { isEmpty, toList, toObject, nonEmptyText } from '../../fields.ts'
import { toRunError } from '../../langsmith/run-error.ts'
import { isRole } from '../../messages/read-message.ts'
import { fromProviderUsage, toSentCost, tokensAt } from '../../usage-shapes.ts'
import { parseJsonText } from '../attributes.ts'

/** Langfuse's SDK sends all span attributes with this prefix. */
const AT = 'langfuse.observation.'

const KINDS: Record<string, SpanKind> = {
  generation: 'model',
  embedding: 'embedding',
  tool: 'tool',
  retriever: 'retriever',
  agent: 'agent',
}

/** Other observation types do not imply a span kind. */
export function langfuseKind(attributes: JsonObject): SpanKind | undefined {
  const type = nonEmptyText(attributes[`${AT}type`])
  return type === undefined || type === 'span' ? undefined : (KINDS[type] ?? 'chain')
}

/** Returns the error of an observation with level ERROR. Undefined for others. */
export function langfuseError(attributes: JsonObject): RunError | undefined {
  if (attributes[`${AT}level`] !== 'ERROR') return undefined
  return toRunError(nonEmptyText(attributes[`${AT}status_message`]) ?? 'The span failed')
}

/** LangChain's tool messages have the tool's name as their role. */
export const withToolRoles = (list: Json[]): Json[] =>
  list.map((item) => {
    const { role, ...answer } = toObject(item)
    const isNestedMessage = typeof role === 'string' && isJsonObject(answer['additional_kwargs'])
    return isNestedMessage && !isRole(role) ? { ...answer, role: 'tool', name: role } : item
  })

/** Counts are disjoint, unless input and output alone already add up to the total. */
export function langfuseUsage(attributes: JsonObject): Usage | undefined {
  const counts = toObject(parseJsonText(attributes[`${AT}usage_details`]))
  if (isEmpty(counts)) return undefined
  if (counts['input'] === undefined && counts['output'] === undefined)
    return fromProviderUsage(counts)
  const matchesAny = (...parts: RegExp[]) =>
    Object.keys(counts)
      .filter((key) => parts.every((part) => part.test(key)))
      .reduce((sum, key) => sum + tokensAt(counts, key), 0)
  const [input, output] = [tokensAt(counts, 'input'), tokensAt(counts, 'output')]
  const isTotalComplete = input + output === tokensAt(counts, 'total')
  return {
    input: isTotalComplete ? input : matchesAny(INPUT),
    output: isTotalComplete ? output : matchesAny(/^output/),
    cachedRead: matchesAny(INPUT, /cache_?d?_?(read|tokens)/),
    cachedWrite: matchesAny(INPUT, /cache_(creation|write)/),
    reasoning: matchesAny(/^output/, /reasoning/),
    ...audioUsage(matchesAny(INPUT, /audio/), matchesAny(/^output/, /audio/)),
  }
}

/** `cache_read_input_tokens` is Anthropic's name. */
const INPUT = /^input|^cache_\w*input/

/** Reads Langfuse's cost details in dollars. Undefined if there are none. */
export function langfuseCost(attributes: JsonObject): Cost | undefined {
  const cost = toObject(parseJsonText(attributes[`${AT}cost_details`]))
  // Langfuse reports zeros for failed calls and for calls without a known price.
  const hasCost = Object.values(cost).some((dollars) => Number(dollars) > 0)
  return hasCost ? toSentCost(cost['input'], cost['output'], cost['total']) : undefined
}

/** Every span carries the name of its trace. */
export const langfuseTraceName = (attributes: JsonObject): string | undefined =>
  nonEmptyText(attributes['langfuse.trace.name'])

/** Returns the documents of a retriever observation. Undefined for other outputs. */
export const langfuseDocuments = (attributes: JsonObject): JsonObject | undefined => {
  const found = toList(parseJsonText(attributes[`${AT}output`]))
  const isSearch = attributes[`${AT}type`] === 'retriever' && found.length > 0
  return isSearch && found.every(isJsonObject) ? { documents: found } : undefined
}
