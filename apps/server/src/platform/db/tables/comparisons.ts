import type {
  CellSelection,
  CellStatus,
  ComparisonPlan,
  ComparisonStatus,
  Evaluation,
  Json,
  JsonObject,
  PairVote,
  RunError,
  Usage,
  VariantVerdict,
} from '@lathe/contract'
import type { GeneratedAlways } from 'kysely'
import type { JsonText } from '../json.ts'
import type { StoredVector } from '../portable.ts'

export type ComparisonsTable = {
  id: string
  workspace_id: string
  name: string
  status: ComparisonStatus
  stop_reason: 'user' | 'budget' | null
  /** The usage that had counted when the budget stopped the comparison. */
  spent: JsonText<Spent> | null
  revision: number
  plan: JsonText<ComparisonPlan>
  created_at: number
  updated_at: number
  /** The suite of this comparison. */
  suite_id: string | null
  verdict: JsonText<KeptVerdict> | null
  /** The cells of the current or last work, and cells requested since. */
  asked: JsonText<AskedCells[]>
  /** Can be restored until it is purged. */
  deleted_at: number | null
}

export type Spent = { tokens: number; costNanos: number }

export type AskedCells = {
  at: number
  only: CellSelection
  /** Some failed cells were not retried because the budget is used up. */
  areLeft?: boolean
}

export type SuitesTable = {
  id: string
  workspace_id: string
  name: string
  agent_id: string
  baseline_version: number
  plan: JsonText<ComparisonPlan>
  created_at: number
  /** Can be restored until it is purged. */
  deleted_at: number | null
  /** The comparison from which it was saved. Null if unknown. */
  comparison_id: string | null
}

/**
 * A cached verdict, valid if the comparison has not changed since `at`. `rules` is the version of
 * the verdict rules that computed it; older ones are recomputed.
 */
export type KeptVerdict = {
  at: number
  rules?: number
  variants: Omit<VariantVerdict, 'cases'>[]
}

/** The result of a cell's run, as evaluators receive it. Scores are computed when they are read. */
export type CellResult = {
  output: Json
  error: RunError | null
  latencyMs: number | null
  firstTokenMs: number | null
  usage: Usage
  /** Nano-dollars. Null if a price is unknown. */
  cost: number | null
  /**
   * Cost of calls with a known price, and number of the others. Absent if only the sum was stored.
   */
  pricedCost?: number
  unpriced?: number
  calls: { tool: string; arguments: JsonObject }[]
  /** A model refused to answer. */
  isRefused?: true
  /** Absent if the run replayed no recording. */
  recording?: RecordingUse
}

/** Calls of a cell that its recording answered. Their tokens were paid when it was recorded. */
export type RecordingUse = {
  served: number
  live: number
  suppressed: number
  servedTokens: number
}

export type ComparisonCellsTable = {
  id: string
  workspace_id: string
  comparison_id: string
  variant: string
  case_key: string
  repeat: number
  /** Hash of graph, input and repeat. Cells with the same hash may share a run. */
  fingerprint: string
  status: CellStatus
  run_id: string | null
  /** The provider's batch. The request's id is the id of the run. */
  batch_id: string | null
  is_reused: number
  /** 1 if it was requested again, so no earlier cell may be reused. */
  is_anew: number
  result: JsonText<CellResult> | null
  /** The previous result until a requested rerun has finished. */
  former: JsonText<FormerCell> | null
  /** Incremented by a database trigger when the cell or the verdicts of its run change. */
  changed: GeneratedAlways<number>
}

export type FormerCell = Pick<
  ComparisonCellsTable,
  'run_id' | 'batch_id' | 'is_reused' | 'result'
> & { status: 'success' | 'error' }

/** An evaluator's verdict on a run. Rules are not stored. */
export type ComparisonVerdictsTable = {
  id: string
  workspace_id: string
  comparison_id: string
  run_id: string
  /** The baseline's run in a pairwise comparison, otherwise empty. */
  against_run_id: string
  /** Hash of the evaluator and its input besides the runs. */
  fingerprint: string
  /** Hash of the evaluator. */
  version: string
  status: 'asking' | 'done' | 'failed'
  /** Runs of the judge. They may not have started while the status is `asking`. */
  asked: JsonText<string[]>
  evaluation: JsonText<Evaluation> | null
  usage: JsonText<Usage>
  cost_nanos: number | null
  /** Cost of calls with a known price, and number of the others. */
  priced_nanos: number
  unpriced: number
  is_reused: number
  created_at: number
}

export type ComparisonVotesTable = {
  id: string
  workspace_id: string
  comparison_id: string
  /** The smaller id of the pair, so that a pair has one vote in either order. */
  first_run_id: string
  second_run_id: string
  winner: PairVote['winner']
  created_at: number
}

export type EmbeddedTextsTable = {
  workspace_id: string
  /** Hash of the text and the embedding model. */
  key: string
  vector: StoredVector
  created_at: number
}
