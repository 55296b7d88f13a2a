import type { Cell, Evaluation, Json, JsonObject } from '@lathe/contract'

export type Call = { tool: string; arguments: JsonObject }

/** Input of an evaluator: a finished run and the reference of its case. */
export type EvaluatedRun = {
  output: Json
  /** Expected output, if the case has one. */
  reference?: Json
  /** Tool calls in order. */
  calls: readonly Call[]
  /** Null if unknown. */
  latencyMs: number | null
  /** Nano-dollars. Null if a price is unknown. */
  cost: number | null
  tokens: number
  vectors?: { output: readonly number[]; reference: readonly number[] }
}

/** Returns a passed evaluation. */
export const passed = (reason: string): Evaluation => ({ status: 'passed', reason })

/** Returns a failed evaluation. */
export const failed = (reason: string): Evaluation => ({ status: 'failed', reason })

/** Returns an evaluation without a verdict. */
export const undecided = (reason: string): Evaluation => ({ status: 'undecided', reason })

export const noReference = undecided('the case has no reference')

type Finished = Pick<Cell, 'output' | 'calls' | 'latencyMs' | 'cost' | 'usage'> & {
  recording?: { served: number } | null
}

/**
 * Converts a finished cell to an evaluator's input. Answers from a recording have neither latency
 * nor cost.
 */
export function toEvaluatedRun(
  { output, calls, latencyMs, cost, usage, recording }: Finished,
  reference: Json,
): EvaluatedRun {
  const isLive = (recording?.served ?? 0) === 0
  return {
    output,
    ...(reference !== null && { reference }),
    calls,
    latencyMs: isLive ? latencyMs : null,
    cost: isLive ? cost : null,
    tokens: usage ? usage.input + usage.output : 0,
  }
}
