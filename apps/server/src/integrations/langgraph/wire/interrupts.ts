import { reviewRequest, toAskAction } from '@lathe-ai/runtime/review'
import type { ReviewAction } from '@lathe-ai/runtime/review'
import type { Interrupt, JsonObject, JsonSchema } from '@lathe/contract'
import { resumeSchema, validateSchema } from '@lathe/graph'

export type WireInterrupt = { id: string; value: JsonObject; response_schema?: JsonSchema }

export type PendingAction = ReviewAction & {
  /** Set for tool approvals. */
  callId?: string
}

/** Returns the actions to review, in the format of LangChain's human-in-the-loop middleware. */
export function listActions(interrupt: Interrupt): PendingAction[] {
  switch (interrupt.kind) {
    case 'ask':
      return [toAskAction(interrupt, validateSchema)]
    case 'approval': {
      const allowedDecisions = interrupt.isUnconfirmed
        ? ['approve', 'reject', 'respond']
        : ['approve', 'edit', 'reject']
      return interrupt.calls.map(({ id, name, args, description }) => ({
        callId: id,
        name,
        args,
        description,
        allowed: allowedDecisions,
      }))
    }
    case 'breakpoint':
      return []
    default:
      return interrupt satisfies never
  }
}

/** Returns a pending interrupt with a human-in-the-loop request. */
export function toWireInterrupt(interrupt: Interrupt): WireInterrupt {
  const { id, responseSchema: _, ...question } = interrupt
  // The cast holds because questions are plain data by their schema.
  const value = question as unknown as JsonObject
  const actions = listActions(interrupt)
  if (actions.length === 0) return { id, value }
  return {
    id,
    value: { ...value, ...reviewRequest(actions) },
    response_schema: resumeSchema(interrupt),
  }
}

/** Entries of `__interrupt__`. Breakpoints are left out because they need no answer. */
export const toWireInterrupts = (interrupts: readonly Interrupt[]): WireInterrupt[] =>
  interrupts.filter(({ kind }) => kind !== 'breakpoint').map(toWireInterrupt)
