import type { Evaluation, Json, JsonObject } from '@lathe/contract'

export type Call = { tool: string; arguments: JsonObject }

/** What an evaluator is shown of a run and its case. */
export type Judged = {
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
