import * as z from 'zod'
import { Json, JsonObject } from '@lathe/nodes/schemas'
import { Id } from '../common.ts'
import { RunError } from '../errors.ts'
import { Evaluation } from './evaluators.ts'
import { Spending } from '../traces/spending.ts'
import { Usage } from '../traces/usage.ts'

export const CellStatus = z.enum(['pending', 'running', 'success', 'error', 'stopped'])
export type CellStatus = z.infer<typeof CellStatus>

/** How an evaluator that calls a model, runs code or asks a person reached its result. */
export const Verdict = z.object({
  /** Version of the evaluator. Another prompt or model makes another version. */
  version: z.string(),
  /** Ids of the judge's runs, which are also their trace ids. */
  runIds: z.array(Id),
  /** The judge failed. The next run of the comparison tries it again. */
  isFailed: z.boolean(),
  /** Reused from an earlier verdict on the same output, at no cost. */
  isReused: z.boolean(),
  usage: Usage,
  ...Spending.shape,
})
export type Verdict = z.infer<typeof Verdict>

/** One run of one variant on one case. */
export const Cell = z.object({
  id: Id,
  variant: z.string(),
  case: z.string(),
  repeat: z.int().nonnegative(),
  status: CellStatus,
  /** Also the trace id. Null until the cell starts. */
  runId: Id.nullable(),
  /** Copied from an earlier cell, at no cost. */
  isReused: z.boolean(),
  /** Waits for, or was answered by, a batch of its provider. Its latency is not measured. */
  isBatch: z.boolean(),
  /** While the cell runs, the start of the message that is being generated. */
  output: Json,
  /** Tool calls, in order. */
  calls: z.array(z.object({ tool: z.string(), arguments: JsonObject })),
  /** A model refused to answer. The output may contain its reason. */
  isRefused: z.boolean(),
  error: RunError.nullable(),
  /** Keyed by evaluator. */
  evaluations: z.record(z.string(), Evaluation),
  /** Keyed by evaluator. Plain rules have no verdict. */
  verdicts: z.record(z.string(), Verdict),
  latencyMs: z.number().nullable(),
  firstTokenMs: z.number().nullable(),
  usage: Usage.nullable(),
  ...Spending.shape,
  /**
   * Number of calls that were served from the recording, made live or suppressed. Null unless a
   * recording was played.
   */
  recording: z.object({ served: z.int(), live: z.int(), suppressed: z.int() }).nullable(),
})
export type Cell = z.infer<typeof Cell>

/** A cell that has not run and costs nothing, because an earlier result can be reused. */
export const ReusableCell = z.object({
  ...Cell.pick({ variant: true, case: true, repeat: true }).shape,
  /** Keys of the evaluators whose verdicts can be reused too. */
  evaluators: z.array(z.string()),
})
export type ReusableCell = z.infer<typeof ReusableCell>
