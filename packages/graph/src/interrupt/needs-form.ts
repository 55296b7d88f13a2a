import type { JsonSchema } from '@lathe/contract'

type Decision = { port: string; needsForm?: boolean | undefined }

/** Whether a decision is taken only with what the form requires: who declines has nothing to fill in. */
export function needsForm(decisions: readonly Decision[], port: string): boolean {
  const index = decisions.findIndex((decision) => decision.port === port)
  return decisions[index]?.needsForm ?? index === 0
}

/** The form for a decision that needs none of its fields. */
export function withoutRequired(form: JsonSchema): JsonSchema {
  const { required: _, ...rest } = form
  return rest
}
