import type { Interrupt, JsonObject, JsonSchema } from '@lathe/contract'
import { resumeSchema } from '@lathe/graph'
import { toAskAction } from './ask-action.ts'

export type WireInterrupt = { id: string; value: JsonObject; response_schema?: JsonSchema }

export type PendingAction = {
  /** The tool call's, for approvals. */
  callId?: string
  name: string
  args: JsonObject
  description: string
  allowed: readonly string[]
}

/** Returns the actions to review, as LangChain's human-in-the-loop middleware lists them. */
export function listActions(interrupt: Interrupt): PendingAction[] {
  switch (interrupt.kind) {
    case 'ask':
      return [toAskAction(interrupt)]
    case 'approval': {
      const allowed = interrupt.isUnsettled
        ? ['approve', 'reject', 'respond']
        : ['approve', 'edit', 'reject']
      return interrupt.calls.map(({ id, name, args, description }) => ({
        callId: id,
        name,
        args,
        description,
        allowed,
      }))
    }
    case 'breakpoint':
      return []
    default:
      return interrupt satisfies never
  }
}

/**
 * A pending interrupt with a human-in-the-loop request in both spellings. LangChain.js writes camelCase, LangChain
 * for Python and agent-chat-ui snake_case, and deep-agents-ui reads camelCase fields inside `review_configs`.
 */
export function toWireInterrupt(interrupt: Interrupt): WireInterrupt {
  const { id, responseSchema: _, ...question } = interrupt
  // A question is plain data by its schema.
  const value = question as unknown as JsonObject
  const actions = listActions(interrupt)
  if (actions.length === 0) return { id, value }
  const requests = actions.map(({ name, args, description }) => ({ name, args, description }))
  const configs = actions.map(({ name, allowed }) => ({
    actionName: name,
    action_name: name,
    allowedDecisions: [...allowed],
    allowed_decisions: [...allowed],
  }))
  return {
    id,
    value: {
      ...value,
      actionRequests: requests,
      action_requests: requests,
      reviewConfigs: configs,
      review_configs: configs,
    },
    response_schema: resumeSchema(interrupt),
  }
}

/** The entries of `__interrupt__`. Breakpoints ask nothing, so they are left out. */
export const toWireInterrupts = (interrupts: readonly Interrupt[]): WireInterrupt[] =>
  interrupts.filter(({ kind }) => kind !== 'breakpoint').map(toWireInterrupt)
