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
  stop_reason: 'asked' | 'budget' | null
  /** What counted against the budget when that stopped it. */
  spent: JsonText<Spent> | null
  revision: number
  plan: JsonText<ComparisonPlan>
  created_at: number
  updated_at: number
  /** The suite it is a run of. */
  suite_id: string | null
  verdict: JsonText<KeptVerdict> | null
  /** What it was last set to work on, and what was asked for besides while it was. */
  asked: JsonText<AskedCells[]>
  /** Until it is purged it can be restored. */
  deleted_at: number | null
}

export type Spent = { tokens: number; costNanos: number }

export type AskedCells = {
  at: number
  only: CellSelection
  /** Some of those that failed were not asked again, as the budget is used up. */
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
  /** Until it is purged it can be restored. */
  deleted_at: number | null
  /** What it was saved from; null where nobody noted it. */
  comparison_id: string | null
}

/** What was told when the comparison had not changed since `at`. */
/** A cached verdict. `rules` is the version of the verdict rules that computed it; older ones are recomputed. */
export type KeptVerdict = {
  at: number
  rules?: number
  variants: Omit<VariantVerdict, 'cases'>[]
}

/** What a cell's run came to, and what evaluators look at: scores are computed when they are read. */
export type CellResult = {
  output: Json
  error: RunError | null
  latencyMs: number | null
  firstTokenMs: number | null
  usage: Usage
  /** Nano-dollars; null where a price is unknown. */
  cost: number | null
  /** Of the calls whose price is known, and how many others there are; absent where only their sum was kept. */
  pricedCost?: number
  unpriced?: number
  calls: { tool: string; arguments: JsonObject }[]
  /** A model in it would not answer. */
  isRefused?: true
  /** Absent of a cell whose run played no tape. */
  tape?: TapeUse
}

/** How many of a cell's calls its tape answered; their tokens were paid when it was recorded. */
export type TapeUse = { served: number; live: number; withheld: number; servedTokens: number }

export type ComparisonCellsTable = {
  id: string
  workspace_id: string
  comparison_id: string
  variant: string
  case_key: string
  repeat: number
  /** Of graph, input and repeat: equal cells may share a run. */
  fingerprint: string
  status: CellStatus
  run_id: string | null
  /** Of the provider: its request has the id of the run. */
  batch_id: string | null
  is_reused: number
  /** 1 where it was asked for again: no earlier cell answers for it. */
  is_anew: number
  result: JsonText<CellResult> | null
  /** What it came to before it was asked for again, until it has run. */
  former: JsonText<FormerCell> | null
  /** Grows with each change of it and of what is said of its run: the database sees to it. */
  changed: GeneratedAlways<number>
}

export type FormerCell = Pick<
  ComparisonCellsTable,
  'run_id' | 'batch_id' | 'is_reused' | 'result'
> & { status: 'success' | 'error' }

/** What a check that is no mere rule says of a run. */
export type ComparisonVerdictsTable = {
  id: string
  workspace_id: string
  comparison_id: string
  run_id: string
  /** The baseline's, where two outputs are held against each other; empty otherwise. */
  against_run_id: string
  /** Of the check and of what it is shown besides the runs. */
  fingerprint: string
  /** Of the check alone. */
  version: string
  status: 'asking' | 'done' | 'failed'
  /** Runs of the judge; they may not have begun while the status is `asking`. */
  asked: JsonText<string[]>
  evaluation: JsonText<Evaluation> | null
  usage: JsonText<Usage>
  cost_nanos: number | null
  /** Of the calls whose price is known, and how many others there are. */
  priced_nanos: number
  unpriced: number
  is_reused: number
  created_at: number
}

export type ComparisonVotesTable = {
  id: string
  workspace_id: string
  comparison_id: string
  /** The lesser id of the two: a pair is voted on once, whoever stood first. */
  first_run_id: string
  second_run_id: string
  winner: PairVote['winner']
  created_at: number
}

export type EmbeddedTextsTable = {
  workspace_id: string
  /** Of the text and of what embedded it. */
  key: string
  vector: StoredVector
  created_at: number
}
