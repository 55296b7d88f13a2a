import * as z from 'zod'
import { NanoDollars } from '../common.ts'
import { ComparisonStatus } from './comparison-status.ts'

/**
 * The verdict on a variant. `mixed`: better by the primary metric and worse by another evaluator. `undecided`: within
 * the noise. `equal`: the same outcome on every case. `too-few`: fewer than two cases can be compared.
 */
export const VerdictRuling = z.enum(['better', 'worse', 'mixed', 'undecided', 'equal', 'too-few'])
export type VerdictRuling = z.infer<typeof VerdictRuling>

/** `evaluator:` with the key of an evaluator, `evaluators` for all of them, or a measure of the run. */
export const MetricId = z
  .string()
  .regex(/^(evaluators|evaluator:[a-zA-Z0-9_-]{1,64}|latency|cost|tokens)$/, 'unknown metric')
export type MetricId = z.infer<typeof MetricId>

const Measure = z.enum(['pass', 'score', 'latency', 'tokens', 'cost'])

/** Figures of one variant. */
export const VariantFigures = z.object({
  finished: z.int(),
  errors: z.int(),
  /** With its 95 % Wilson interval. Null if no evaluator decides passing or no case was judged. */
  passRate: z
    .object({ rate: z.number(), low: z.number(), high: z.number(), cases: z.int() })
    .nullable(),
  /** Mean scores by evaluator name. */
  scores: z.record(z.string(), z.number()),
  /** Milliseconds, over finished runs. */
  latencyP50: z.number().nullable(),
  latencyP95: z.number().nullable(),
  /** Average of one finished run. Null if a price is unknown. */
  costPerRun: NanoDollars,
  /**
   * The known part of the cost per run, and the number of calls without a known cost. Earlier
   * versions did not store them.
   */
  pricedCostPerRun: z.int().nonnegative().default(0),
  unpriced: z.int().nonnegative().default(0),
})
export type VariantFigures = z.infer<typeof VariantFigures>

/** One case of a variant, averaged over its repeats, beside the baseline. */
export const CaseVerdict = z.object({
  case: z.string(),
  name: z.string(),
  outcome: z.number().nullable(),
  baseline: z.number().nullable(),
  change: z.enum(['improved', 'regressed', 'same']).nullable(),
  /** Error messages of failed runs. */
  errors: z.array(z.string()),
  /** Reasons of failed evaluations. */
  reasons: z.array(z.string()),
  durationMs: z.number().nullable(),
})
export type CaseVerdict = z.infer<typeof CaseVerdict>

/** The verdict of one test: by one evaluator, or on completion. */
const TestVerdict = z.object({
  /** Null for the baseline. */
  ruling: VerdictRuling.exclude(['mixed']).nullable(),
  /** Null for the baseline. */
  sentence: z.string().nullable(),
  /** Mean outcome of the variant's cases: a share or a score in [0, 1]. Null without an outcome. */
  level: z.number().nullable(),
  /** Difference to the baseline over the cases both have an outcome for, with its 95 % interval. */
  difference: z
    .object({ estimate: z.number(), low: z.number().nullable(), high: z.number().nullable() })
    .nullable(),
  /** Holm-adjusted. Null for the baseline. */
  p: z.number().nullable(),
})

export const EvaluatorVerdict = TestVerdict.extend({
  /** `mixed` if the variant is better by this evaluator and completes less often. Null for the baseline. */
  ruling: VerdictRuling.nullable(),
  id: MetricId,
  name: z.string(),
  measure: Measure,
})
export type EvaluatorVerdict = z.infer<typeof EvaluatorVerdict>

export const VariantVerdict = VariantFigures.extend({
  variant: z.string(),
  name: z.string(),
  /** Null for the baseline. */
  ruling: VerdictRuling.nullable(),
  /** The headline: the verdict by the primary metric and every evaluator that differs. */
  sentence: z.string(),
  /** Completes less often than the baseline, is worse by any evaluator, or has no run that could be judged. */
  isRegression: z.boolean(),
  /** The reason for `isRegression`. Null if it is false. */
  reason: z.string().nullable(),
  /** A separate test of whether runs complete without an error. */
  completion: TestVerdict,
  /** One verdict per evaluator, in the order of the plan. */
  evaluators: z.array(EvaluatorVerdict),
  cases: z.array(CaseVerdict),
})
export type VariantVerdict = z.infer<typeof VariantVerdict>

export const ComparisonVerdict = z.object({
  status: ComparisonStatus,
  /** The primary metric. */
  by: z.object({ id: z.string(), name: z.string(), measure: Measure }),
  /** Pending cells are not part of the verdict. */
  cells: z.object({ total: z.int(), done: z.int(), failed: z.int() }),
  /** The baseline first. */
  variants: z.array(VariantVerdict),
  /** Warnings about repeated inputs and evaluators that pass or fail every output. Null without one. */
  caveat: z.string().nullable(),
})
export type ComparisonVerdict = z.infer<typeof ComparisonVerdict>

/** Result of blind votes on a variant against the baseline. */
export const VotedVerdict = z.object({
  name: z.string(),
  ruling: VerdictRuling,
  sentence: z.string(),
  /** Number of cases. */
  won: z.int(),
  lost: z.int(),
  tied: z.int(),
})
export type VotedVerdict = z.infer<typeof VotedVerdict>

/** The verdict when a comparison ended. */
export const LatestVerdict = z.object({
  by: MetricId,
  /** Every variant with results, except the baseline. */
  variants: z.array(
    VariantVerdict.pick({ variant: true, name: true, sentence: true }).extend({
      ruling: VerdictRuling,
    }),
  ),
})
export type LatestVerdict = z.infer<typeof LatestVerdict>

/** Returns the sentence of a verdict with the name of its variant. */
export const namedSentence = ({ name, sentence }: { name: string; sentence: string }): string =>
  sentence.startsWith(`${name} `) ? sentence : `${name}: ${sentence}`
