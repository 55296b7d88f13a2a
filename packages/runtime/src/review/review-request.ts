import type { JsonObject } from '../json.ts'

/** An action that waits for a person. */
export type ReviewAction = {
  name: string
  args: JsonObject
  description: string
  allowed: readonly string[]
}

export type ReviewDecision =
  | { type: 'approve' }
  | { type: 'edit'; args: JsonObject }
  /** `reason` is what the model reads. */
  | { type: 'reject'; reason: string }

/**
 * Returns a human-in-the-loop request in both spellings. LangChain.js writes camelCase, LangChain for Python and
 * agent-chat-ui snake_case, and deep-agents-ui reads camelCase fields inside `review_configs`.
 */
export function reviewRequest(actions: readonly ReviewAction[]) {
  const requests = actions.map(({ name, args, description }) => ({ name, args, description }))
  const configs = actions.map(({ name, allowed }) => ({
    actionName: name,
    action_name: name,
    allowedDecisions: [...allowed],
    allowed_decisions: [...allowed],
  }))
  return {
    actionRequests: requests,
    action_requests: requests,
    reviewConfigs: configs,
    review_configs: configs,
  }
}

/** Returns the edited action of a decision, in either spelling. */
export const editedAction = (decision: Readonly<Record<string, unknown>>): unknown =>
  decision['editedAction'] ?? decision['edited_action']
