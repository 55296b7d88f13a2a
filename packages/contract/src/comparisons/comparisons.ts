import * as z from 'zod'
import { Json, JsonObject } from '@lathe/nodes/schemas'
import { byId, Id, Micros, page } from '../common.ts'
import { ComparisonBatch } from './comparison-batches.ts'
import { Cell, ReusableCell, Verdict } from './comparison-cells.ts'
import { CellSelection, Key, noSuchCells } from './comparison-selection.ts'
import { ComparisonStatus } from './comparison-status.ts'
import { Variant } from './comparison-variants.ts'
import {
  ComparisonVerdict,
  LatestVerdict,
  VerdictRuling,
  VotedVerdict,
  MetricId,
} from './comparison-verdict.ts'
import { PairVote } from './comparison-votes.ts'
import { commonErrors, notFound } from '../errors.ts'
import { Evaluation, Evaluator } from './evaluators.ts'
import { route } from '../route.ts'
import { RunBudget } from '../runs/runs.ts'
import { Spending } from '../traces/spending.ts'
import { Usage } from '../traces/usage.ts'

export const ComparisonCase = z.strictObject({
  key: Key,
  name: z.string().max(200).default(''),
  input: JsonObject,
  /** The expected output. Null if unknown. */
  reference: Json.default(null),
  /** The trace that the case was created from. */
  traceId: Id.optional(),
  /** The example that the case was created from, in this version of its dataset. */
  example: z.strictObject({ dataset: Id, id: Id, version: z.int() }).optional(),
})
export type ComparisonCase = z.infer<typeof ComparisonCase>

export const ComparisonEvaluator = z.strictObject({
  key: Key,
  name: z.string().min(1).max(100),
  evaluator: Evaluator,
})
export type ComparisonEvaluator = z.infer<typeof ComparisonEvaluator>

const uniqueKeys = (list: readonly { key: string }[]) =>
  new Set(list.map(({ key }) => key)).size === list.length
const duplicateKeys = { error: 'keys must be unique' }

export const ErrorPolicy = z.enum(['fail', 'exclude'])
export type ErrorPolicy = z.infer<typeof ErrorPolicy>

/** The compared variants with their cases and evaluators. The first variant is the baseline. */
export const ComparisonPlan = z.strictObject({
  variants: z.array(Variant).max(12).refine(uniqueKeys, duplicateKeys),
  cases: z.array(ComparisonCase).max(5_000).refine(uniqueKeys, duplicateKeys),
  evaluators: z.array(ComparisonEvaluator).max(20).refine(uniqueKeys, duplicateKeys).default([]),
  repeats: z.int().min(1).max(20).default(1),
  /** Maximum concurrent cells. The limits of connections also apply. */
  concurrency: z.int().min(1).max(64).default(8),
  /**
   * Limit of the whole comparison. When it is used up, running cells finish and no further cells
   * start.
   */
  budget: RunBudget.pick({ tokens: true, costNanos: true }).default({}),
  /** Limit for judges, counted separately from the runs they judge. */
  judgeBudget: RunBudget.pick({ tokens: true, costNanos: true }).default({}),
  /** Whether an errored run counts as a failed case (the default) or is excluded from evaluator results. */
  errors: ErrorPolicy.optional(),
  /**
   * Plays the recordings of cases that were created from runs of the variant's agent. Only what the
   * variant changed runs live.
   */
  sameRecording: z.boolean().default(false),
  /**
   * Reuses the newest finished cell of any comparison that ran the same graph on the same input,
   * unless `again` is sent.
   */
  reuse: z.boolean().default(true),
  /**
   * Sends bare prompts to the provider's batch endpoint. They cost the batch rate and finish within
   * a day.
   */
  batch: z.boolean().default(false),
})
export type ComparisonPlan = z.infer<typeof ComparisonPlan>

export const Comparison = z.object({
  id: Id,
  name: z.string(),
  status: ComparisonStatus,
  /** Increases with every change of the plan. */
  revision: z.int(),
  variants: z.int(),
  cases: z.int(),
  cells: z.object({ total: z.int(), done: z.int(), failed: z.int() }),
  /** Rulings on every variant except the baseline. Null if unknown. */
  rulings: z.array(z.object({ name: z.string(), ruling: VerdictRuling })).nullable(),
  /** The regression suite that started it. Null without one. */
  suiteId: Id.nullable(),
  createdAt: Micros,
  updatedAt: Micros,
})
export type Comparison = z.infer<typeof Comparison>

export const ComparisonDetail = Comparison.extend({
  plan: ComparisonPlan,
  /** Cells of the current plan. Cells of removed variants and cases are kept but not returned. */
  grid: z.array(Cell),
  /**
   * Usage of all judges of this comparison, whatever version of its evaluators. Not part of the
   * cells' usage.
   */
  judging: z.object({ verdicts: z.int(), usage: Usage, ...Spending.shape }),
  /** By variant keys, on the current outputs. */
  votes: z.array(PairVote),
  /** Oldest first. */
  batches: z.array(ComparisonBatch),
  /** Null if unknown or if the comparison has changed since. */
  latestVerdict: LatestVerdict.nullable(),
  /** Reason it stopped early. `user` is a request to stop. */
  stopReason: z.enum(['user', 'budget']).nullable(),
  /**
   * Spending of the cells when the budget stopped it. Exceeds the budget by the cells that were
   * still running. Excludes results replaced by a rerun and reused results.
   */
  spent: z.object({ tokens: z.int(), costNanos: z.int() }).nullable(),
  /** Pass it to `changes` as `since`. */
  cursor: z.string(),
})
export type ComparisonDetail = z.infer<typeof ComparisonDetail>

export const ComparisonChanges = z.discriminatedUnion('type', [
  /** Read the whole comparison again: its plan changed or cells were removed. */
  z.object({ type: z.literal('reload') }),
  ComparisonDetail.omit({ plan: true, cells: true }).extend({
    type: z.literal('changed'),
    /** Cells that are new or may have changed. */
    grid: z.array(Cell),
  }),
])
export type ComparisonChanges = z.infer<typeof ComparisonChanges>

/** Markdown contains the verdict and a table of the cells. */
export const ComparisonExportFormat = z.enum(['csv', 'jsonl', 'md'])
export type ComparisonExportFormat = z.infer<typeof ComparisonExportFormat>

export const noSuchComparison = {
  NO_SUCH_COMPARISON: { status: 404, message: 'No such comparison' },
}
const comparisonErrors = { ...commonErrors, ...noSuchComparison }
const noSuchCell = {
  NO_SUCH_CELL: { status: 404, message: 'No such cell, or it has no output' },
  NO_SUCH_EVALUATOR: { status: 404, message: 'The comparison has no such human evaluator' },
}

const staleRevision = {
  CONFLICT: {
    status: 409,
    message: 'The comparison was changed by someone else. Reload it and apply your changes again',
    data: z.object({ revision: z.int() }),
  },
}

export const planErrors = {
  PLAN_INVALID: {
    status: 422,
    message: 'The comparison cannot run. Fix its plan first',
    data: z.object({ problems: z.array(z.object({ path: z.string(), message: z.string() })) }),
  },
}

export const noMetric = {
  NO_METRIC: {
    status: 422,
    message: 'This comparison has no metric. Add an evaluator or pass `by`',
    data: z.object({ metrics: z.array(z.string()) }),
  },
}

export const comparisons = {
  list: route('GET', '/comparisons', 'List comparisons, newest first')
    .input(z.strictObject({ ...page }))
    .errors(commonErrors)
    .output(z.object({ items: z.array(Comparison), hasMore: z.boolean() })),

  create: route('POST', '/comparisons', 'Create a comparison; nothing runs yet')
    .input(z.strictObject({ name: z.string().min(1).max(100), plan: ComparisonPlan }))
    .errors(commonErrors)
    .output(ComparisonDetail),

  get: route('GET', '/comparisons/{id}', 'Get a comparison with its cells')
    .input(
      z.strictObject({
        id: Id,
        /** Returns only the cells of the first cases of the plan. */
        cases: z.coerce.number<number>().int().min(1).max(5_000).optional(),
      }),
    )
    .errors(comparisonErrors)
    .output(ComparisonDetail),

  changes: route('GET', '/comparisons/{id}/changes', 'Get the changes since a previous read')
    .input(
      z.strictObject({
        id: Id,
        /** The `cursor` of the previous read. */
        since: z.string().max(200),
      }),
    )
    .errors(comparisonErrors)
    .output(ComparisonChanges),

  edit: route('PUT', '/comparisons/{id}', 'Change the plan; finished cells stay')
    .input(
      z.strictObject({
        id: Id,
        revision: z.int(),
        name: z.string().min(1).max(100).optional(),
        plan: ComparisonPlan.optional(),
      }),
    )
    .errors({ ...comparisonErrors, ...staleRevision })
    .output(ComparisonDetail),

  /** Stops the comparison. `restore` brings it back for a day. */
  delete: route('DELETE', '/comparisons/{id}', 'Delete a comparison; its traces stay')
    .input(byId)
    .errors(comparisonErrors)
    .output(z.object({})),

  restore: route('POST', '/comparisons/{id}/restore', 'Restore a deleted comparison')
    .input(byId)
    .errors(comparisonErrors)
    .output(ComparisonDetail),

  /**
   * If the comparison is running, the cells are added to it. Running cells are not started twice.
   */
  run: route('POST', '/comparisons/{id}/run', 'Run pending and failed cells')
    .input(
      z.strictObject({
        id: Id,
        /** Starts only these cells. Defaults to all. */
        only: CellSelection.optional(),
        /** Also reruns finished cells, without reusing earlier results. */
        rerun: z.boolean().default(false),
      }),
    )
    .errors({
      ...comparisonErrors,
      ...planErrors,
      ...noSuchCells,
      ...notFound.agent,
      ...notFound.version,
    })
    .output(ComparisonDetail),

  outdated: route(
    'GET',
    '/comparisons/{id}/outdated',
    'List variants whose graph has changed since they ran',
  )
    .input(byId)
    .errors(comparisonErrors)
    .output(z.object({ variants: z.array(Key) })),

  reusable: route(
    'GET',
    '/comparisons/{id}/reusable',
    'List cells without a result that an earlier result can fill',
  )
    .input(byId)
    .errors(comparisonErrors)
    .output(z.object({ cells: z.array(ReusableCell) })),

  verdict: route('GET', '/comparisons/{id}/verdict', 'Get the current verdict on each variant')
    .input(
      z.strictObject({
        id: Id,
        /** The primary metric. Defaults to the first evaluator. Required if the comparison has none. */
        by: MetricId.optional(),
        /** Overrides the plan's setting for errored runs. */
        errors: ErrorPolicy.optional(),
      }),
    )
    .errors({ ...comparisonErrors, ...noMetric })
    .output(ComparisonVerdict.extend({ votes: z.array(VotedVerdict) })),

  export: route('GET', '/comparisons/{id}/export', 'Export the cells as a file, one row per cell')
    .input(z.strictObject({ id: Id, format: ComparisonExportFormat }))
    .errors(comparisonErrors)
    .output(z.file()),

  stop: route('POST', '/comparisons/{id}/stop', 'Stop; finished work stays')
    .input(byId)
    .errors(comparisonErrors)
    .output(ComparisonDetail),

  try: route('POST', '/comparisons/{id}/try', 'Try an evaluator on one cell')
    .input(z.strictObject({ id: Id, cell: Id, evaluator: Evaluator }))
    .errors({ ...comparisonErrors, ...noSuchCell, ...planErrors })
    .output(z.object({ evaluation: Evaluation, verdict: Verdict.nullable() })),

  rate: route('POST', '/comparisons/{id}/rate', 'Rate an output for a human evaluator')
    .input(
      z.strictObject({
        id: Id,
        cell: Id,
        evaluator: Key,
        /** Null removes the rating. */
        passes: z.boolean().nullable(),
      }),
    )
    .errors({ ...comparisonErrors, ...noSuchCell })
    .output(z.object({})),

  vote: route('POST', '/comparisons/{id}/vote', 'Vote for one of two outputs of a case')
    .input(
      z.strictObject({
        id: Id,
        /** Two cells of the same case. */
        first: Id,
        second: Id,
        /** Null removes the vote. */
        winner: PairVote.shape.winner.nullable(),
      }),
    )
    .errors({ ...comparisonErrors, ...noSuchCell })
    .output(z.object({})),
}
