import type { Interrupt, JsonObject } from '@lathe/contract'

export type WireInterrupt = { id: string; value: JsonObject }

/**
 * What a paused run waits for. An approval also says it the way LangChain's own human-in-the-loop
 * middleware does, so that inboxes made for that one show it.
 */
export function toWireInterrupt({ id, ...question }: Interrupt): WireInterrupt {
  // A question is plain data by its schema.
  const value = question as unknown as JsonObject
  if (question.kind !== 'approval') return { id, value }
  const actionRequests = question.calls.map(({ name, args, description }) => ({
    name,
    args,
    description,
  }))
  const reviewConfigs = question.calls.map(({ name }) => ({
    actionName: name,
    allowedDecisions: question.isUnsettled
      ? ['approve', 'reject', 'respond']
      : ['approve', 'edit', 'reject'],
  }))
  return { id, value: { ...value, actionRequests, reviewConfigs } }
}

/** As `__interrupt__` has it: breakpoints ask nothing, so they are not listed. */
export const toWireInterrupts = (interrupts: readonly Interrupt[]): WireInterrupt[] =>
  interrupts.filter(({ kind }) => kind !== 'breakpoint').map(toWireInterrupt)
