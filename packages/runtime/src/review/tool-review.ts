import { interrupt } from '@langchain/langgraph'
import { NodeFailure } from '../errors.ts'
import { isObject } from '../json.ts'
import type { JsonObject } from '../json.ts'
import { editedAction, reviewRequest } from './review-request.ts'
import type { ReviewDecision } from './review-request.ts'

export const TOOL_DECISIONS = ['approve', 'edit', 'reject'] as const

type Call = { name: string; args: JsonObject }
type Described = { name: string; description: string }

/** Pauses the graph for decisions on tool calls; resume it with `{ decisions: [{ type }] }`, one per call. */
export function reviewCalls(calls: readonly Call[], tools: readonly Described[]): ReviewDecision[] {
  const actions = calls.map(({ name, args }) => ({
    name,
    args,
    description: tools.find((tool) => tool.name === name)?.description ?? '',
    allowed: TOOL_DECISIONS,
  }))
  const answer: unknown = interrupt(reviewRequest(actions))
  const decisions = isObject(answer) ? answer['decisions'] : answer
  if (!Array.isArray(decisions) || decisions.length !== calls.length) {
    throw new Error(
      `Resume with { decisions: [{ type }] }, one decision for each of ${calls.length} calls`,
    )
  }
  return decisions.map(toDecision)
}

function toDecision(decision: unknown): ReviewDecision {
  const decisionObject = isObject(decision) ? decision : { type: decision }
  switch (decisionObject['type']) {
    case 'approve':
      return { type: 'approve' }
    case 'edit': {
      const edited = editedAction(decisionObject)
      const args = isObject(edited) ? edited['args'] : decisionObject['args']
      if (!isObject(args)) throw new Error('An edit needs editedAction.args')
      // The cast holds: an answer to an interrupt is JSON.
      return { type: 'edit', args: args as JsonObject }
    }
    case 'reject': {
      const { message } = decisionObject
      const reason = typeof message === 'string' ? message : 'A human refused this call.'
      return { type: 'reject', reason }
    }
    default:
      throw new Error('A decision has the type approve, edit or reject')
  }
}

/** Returns the arguments of a tool call after a person approved or edited it. Throws if it was rejected. */
export function approveArgs<A extends object>(tool: Described, args: A): A {
  // The casts hold: arguments are JSON, and an edit has been made for the same tool.
  const [decision] = reviewCalls([{ name: tool.name, args: args as unknown as JsonObject }], [tool])
  if (decision?.type === 'edit') return decision.args as unknown as A
  if (decision?.type !== 'reject') return args
  throw new NodeFailure('TOOL_ERROR', `A human refused \`${tool.name}\`: ${decision.reason}`)
}
