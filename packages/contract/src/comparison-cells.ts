import * as z from 'zod'
import { Id, Json, JsonObject } from './common.ts'
import { RunError } from './errors.ts'
import { Evaluation } from './evaluators.ts'
import { Spending } from './spending.ts'
import { Usage } from './usage.ts'

export const CellStatus = z.enum(['pending', 'running', 'success', 'error', 'stopped'])
export type CellStatus = z.infer<typeof CellStatus>

/** How a check that asks a model, runs code or waits for a person came to what it says. */
export const Verdict = z.object({
  /** Of the check as it was then: another prompt or model is another version. */
  version: z.string(),
  /** The runs of the judge, which are also the traces of what it was asked. */
  asked: z.array(Id),
  /** Asked in vain: running the comparison again asks once more. */
  isFailed: z.boolean(),
  /** An earlier verdict on the same: nothing was paid again. */
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
  /** Also its trace's; null until it is started. */
  runId: Id.nullable(),
  /** An earlier cell answered: nothing was paid again. */
  isReused: z.boolean(),
  /** It waits for a batch of its provider, or was answered by one: then it took no time of its own. */
  isBatch: z.boolean(),
  /** While it runs, how the message begins that is being written. */
  output: Json,
  /** Of tools, in order. */
  calls: z.array(z.object({ tool: z.string(), arguments: JsonObject })),
  /** A model in it would not answer, which its output may say. */
  isRefused: z.boolean(),
  error: RunError.nullable(),
  /** By key of the check. */
  evaluations: z.record(z.string(), Evaluation),
  /** By key of the check; of those that are not a mere rule, once they are there. */
  verdicts: z.record(z.string(), Verdict),
  latencyMs: z.number().nullable(),
  firstTokenMs: z.number().nullable(),
  usage: Usage.nullable(),
  ...Spending.shape,
  /** Calls by who answered them, where a tape was played; null where none was. */
  tape: z.object({ served: z.int(), live: z.int(), withheld: z.int() }).nullable(),
})
export type Cell = z.infer<typeof Cell>

/** One that has not run and costs nothing: an earlier one answers for it. */
export const ReusableCell = z.object({
  ...Cell.pick({ variant: true, case: true, repeat: true }).shape,
  /** Keys of the checks whose verdict on it is known, too. */
  checks: z.array(z.string()),
})
export type ReusableCell = z.infer<typeof ReusableCell>
