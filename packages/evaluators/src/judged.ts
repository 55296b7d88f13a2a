import type { Cell, Evaluation, Json, JsonObject } from '@lathe/contract'

export type Call = { tool: string; arguments: JsonObject }

/** What an evaluator is shown of a run and its case. */
export type EvaluatedRun = {
  output: Json
  /** What the case expects, where it says so. */
  reference?: Json
  /** Tool calls of the run, in order. */
  calls: readonly Call[]
  /** Null where nobody knows. */
  latencyMs: number | null
  /** Nano-dollars; null where a price is unknown. */
  cost: number | null
  tokens: number
  /** Embeddings of the output and of the reference. */
  vectors?: { output: readonly number[]; reference: readonly number[] }
}

export const passed = (reason: string): Evaluation => ({ status: 'passed', reason })

export const failed = (reason: string): Evaluation => ({ status: 'failed', reason })

export const undecided = (reason: string): Evaluation => ({ status: 'undecided', reason })

export const noReference = undecided('the case has no reference')

type Finished = Pick<Cell, 'output' | 'calls' | 'latencyMs' | 'cost' | 'usage'> & {
  tape?: { served: number } | null
}

/** A finished cell as an evaluator is shown it. What a tape answered took neither time nor money. */
export function toEvaluatedRun(
  { output, calls, latencyMs, cost, usage, tape }: Finished,
  reference: Json,
): EvaluatedRun {
  const isLive = (tape?.served ?? 0) === 0
  return {
    output,
    ...(reference !== null && { reference }),
    calls,
    latencyMs: isLive ? latencyMs : null,
    cost: isLive ? cost : null,
    tokens: usage ? usage.input + usage.output : 0,
  }
}
