import type { Brief } from '../answer/brief.ts'
import type { OfferedTool } from '../answer/conversation.ts'
import { materialOf } from '../answer/material-of.ts'
import { urls } from '../entities/contacts.ts'
import { fillSchema } from '../structured/fill.ts'
import { propertiesOf, requiredOf } from '../structured/schema.ts'
import { findExpression } from '../text/arithmetic.ts'
import { topicOf } from '../text/topic.ts'
import { keywords } from '../text/words.ts'
import type { JsonObject } from '../wire/json.ts'
import { isObject } from '../wire/json.ts'
import {
  capabilityOf,
  expressionProperty,
  operandProperties,
  queryProperty,
  urlProperty,
  zoneProperty,
} from './capability.ts'
import { timeZoneIn } from './time-zones.ts'

/** One set of arguments for each call the clause needs; none if the tool does not fit after all. */
export function argumentsFor(tool: OfferedTool, clause: string, brief: Brief): JsonObject[] {
  switch (capabilityOf(tool)) {
    case 'arithmetic':
      return arithmeticArguments(tool, clause, brief)
    case 'fetch':
      return urls(clause).map((url) =>
        complete(tool, { [urlProperty(tool) ?? 'url']: url }, clause, brief),
      )
    case 'clock':
      return [clockArguments(tool, clause, brief)]
    case 'lookup':
      return [
        complete(
          tool,
          { [queryProperty(tool) ?? 'query']: queryFor(clause, brief) },
          clause,
          brief,
        ),
      ]
    default:
      return [complete(tool, {}, clause, brief)]
  }
}

function arithmeticArguments(tool: OfferedTool, clause: string, brief: Brief): JsonObject[] {
  const expression = findExpression(clause)
  if (expression === undefined) return []
  const property = expressionProperty(tool)
  if (property !== undefined) return [complete(tool, { [property]: expression }, clause, brief)]

  const [, left, sign = '', right] = /^(-?[\d.]+)\s*([-+*/])\s*(-?[\d.]+)$/.exec(expression) ?? []
  const [first, second] = operandProperties(tool)
  if (
    left === undefined ||
    first === undefined ||
    second === undefined ||
    !doesOperation(tool, sign)
  )
    return []
  return [complete(tool, { [first]: Number(left), [second]: Number(right) }, clause, brief)]
}

const OPERATIONS: Readonly<Record<string, RegExp>> = {
  '+': /add|sum|plus|calc|math/i,
  '-': /sub|minus|diff|calc|math/i,
  '*': /mul|times|product|calc|math/i,
  '/': /div|quotient|calc|math/i,
}

function doesOperation(tool: OfferedTool, sign: string): boolean {
  return OPERATIONS[sign]?.test(`${tool.name} ${tool.description}`) ?? false
}

function clockArguments(tool: OfferedTool, clause: string, brief: Brief): JsonObject {
  const property = zoneProperty(tool)
  if (property === undefined) return complete(tool, {}, clause, brief)
  const zone = timeZoneIn(clause)
  const isNeeded = requiredOf(tool.parameters).includes(property)
  if (zone === undefined && !isNeeded) return complete(tool, {}, clause, brief, [property])
  return complete(tool, { [property]: zone ?? 'UTC' }, clause, brief)
}

/** A question that only points back ("and how does it work?") takes the subject along. */
function queryFor(clause: string, brief: Brief): string {
  const topic = topicOf(clause).replace(/^(?:the|an?)\s+/i, '')
  if (!/\b(?:it|its|they|them|their)\b/i.test(clause) || keywords(topic).length > 3) return topic
  const before = brief.conversation.earlier.findLast(({ role }) => role === 'user')?.text
  return before === undefined ? topic : `${topicOf(before)} ${keywords(topic).join(' ')}`.trim()
}

/** What the capability decides, and the rest of the schema from the words of the request. */
function complete(
  tool: OfferedTool,
  decided: JsonObject,
  clause: string,
  brief: Brief,
  left: readonly string[] = [],
): JsonObject {
  const names = Object.keys(decided)
  const properties = propertiesOf(tool.parameters).filter(
    ([name]) => !names.includes(name) && !left.includes(name),
  )
  const schema = {
    ...tool.parameters,
    type: 'object',
    properties: Object.fromEntries(properties),
    required: requiredOf(tool.parameters).filter((name) => !names.includes(name)),
  }
  const rest = fillSchema(schema, tool.name, { ...materialOf(brief), text: clause })
  const filled: JsonObject = isObject(rest) ? rest : {}
  const order = [...propertiesOf(tool.parameters).map(([name]) => name), ...names]
  const all = { ...filled, ...decided }
  return Object.fromEntries(order.filter((name) => name in all).map((name) => [name, all[name]]))
}
