import type { Cell, ComparisonCase } from '@lathe/contract'
import type { Judged } from '@lathe/evaluators'

/** A finished cell as an evaluator is shown it. */
export const judgedOf = (
  { output, calls, latencyMs, cost, usage }: Cell,
  { reference }: ComparisonCase,
): Judged => ({
  output,
  ...(reference !== null && { reference }),
  calls,
  latencyMs: latencyMs ?? 0,
  cost,
  tokens: usage ? usage.input + usage.output : 0,
})
