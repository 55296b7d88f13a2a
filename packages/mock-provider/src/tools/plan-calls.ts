import type { Brief } from '../answer/brief.ts'
import type { OfferedTool, ToolExchange } from '../answer/conversation.ts'
import { canonical } from '../fingerprint.ts'
import type { JsonObject } from '../wire/json.ts'
import { argumentsFor } from './arguments.ts'
import { capabilityOf } from './capability.ts'
import { clausesOf } from './clauses.ts'
import { numberIn } from './results.ts'
import { suits } from './suits.ts'

export type PlannedCall = { name: string; arguments: JsonObject }

/** After so many rounds the model answers with what it has. */
const MOST_ROUNDS = 8

/** The tool calls the request asks for and that have not been made since it was written. */
export function planCalls(brief: Brief): PlannedCall[] {
  const { tools, exchanges, turn, allowsParallelCalls, images } = brief.conversation
  // What is asked beside a picture is asked of the picture.
  if (images.length > 0) return []
  const usable = tools.filter((tool) => capabilityOf(tool) !== 'answer')
  if (usable.length === 0 || turn >= MOST_ROUNDS) return []

  const pending: PlannedCall[] = []
  let lastNumber: number | undefined
  for (const clause of clausesOf(brief.request)) {
    const needsResult = REFERS_BACK.test(clause)
    const text = needsResult && lastNumber !== undefined ? withNumber(clause, lastNumber) : clause
    for (const call of callsFor(text, usable, brief)) {
      const made = findMade(call, exchanges)
      if (made) lastNumber = numberIn(made.result) ?? lastNumber
      else if (!isPlanned(call, pending)) pending.push(call)
    }
  }
  return allowsParallelCalls ? pending : pending.slice(0, 1)
}

const REFERS_BACK =
  /\b(?:multiply|divide|add|subtract|double|halve|square|times|plus|minus)\b.*\b(?:it|that|this|the (?:result|answer|sum|total|product))\b|\b(?:it|that|the (?:result|answer|total|sum|product))\b\s*(?:times|plus|minus|divided|multiplied|[-+*/×÷])/i

/** "Multiply that by 3" becomes "multiply 8 by 3". */
function withNumber(clause: string, number: number): string {
  return clause
    .replace(/\b(?:it|that|this|the (?:result|answer|sum|total|product))\b/i, String(number))
    .replace(/\bdouble\s+/i, '2 * ')
    .replace(/\bhalve\s+(\S+)/i, '$1 / 2')
    .replace(/\bsquare\s+(\d\S*)/i, '$1 ^ 2')
}

function callsFor(clause: string, tools: readonly OfferedTool[], brief: Brief): PlannedCall[] {
  for (const tool of suits(clause, tools, brief)) {
    const calls = argumentsFor(tool, clause, brief).map((args) => ({
      name: tool.name,
      arguments: args,
    }))
    if (calls.length > 0) return calls
  }
  return []
}

function findMade(call: PlannedCall, exchanges: readonly ToolExchange[]): ToolExchange | undefined {
  const key = canonical(call.arguments)
  return exchanges.find(
    (exchange) => exchange.name === call.name && canonical(exchange.arguments) === key,
  )
}

function isPlanned(call: PlannedCall, pending: readonly PlannedCall[]): boolean {
  return pending.some(
    (other) => other.name === call.name && canonical(other.arguments) === canonical(call.arguments),
  )
}
