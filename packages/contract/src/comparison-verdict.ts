import * as z from 'zod'
import { NanoDollars } from './common.ts'
import { ComparisonStatus } from './comparison-status.ts'

/**
 * The verdict on a variant. `mixed`: better by the primary metric and worse by another evaluator. `undecided`: within
 * the noise. `equal`: the same outcome on every case. `too-few`: fewer than two cases can be compared.
 */
export const VerdictRuling = z.enum(['better', 'worse', 'mixed', 'undecided', 'equal', 'too-few'])
export type VerdictRuling = z.infer<typeof VerdictRuling>

/** `check:` and its key, or `checks` for all of them together; or what a run takes. */
export const MetricId = z
  .string()
  .regex(/^(checks|check:[a-zA-Z0-9_-]{1,64}|latency|cost|tokens)$/, 'no such yardstick')
export type MetricId = z.infer<typeof MetricId>

const Measure = z.enum(['pass', 'score', 'latency', 'tokens', 'cost'])

/** What a variant came to by itself. */
export const VariantFigures = z.object({
  finished: z.int(),
  errors: z.int(),
  /** With its 95 % interval after Wilson; null where passing is not what was judged, or nothing was. */
  passRate: z
    .object({ rate: z.number(), low: z.number(), high: z.number(), cases: z.int() })
    .nullable(),
  /** Means of checks that give a number, by the check's name. */
  scores: z.record(z.string(), z.number()),
  /** Of finished runs, in milliseconds. */
  latencyP50: z.number().nullable(),
  latencyP95: z.number().nullable(),
  /** Of one finished run on average; null where a price is unknown. */
  costPerRun: NanoDollars,
  /** What is known of it, and how many calls cost nobody knows what; verdicts of earlier do not say. */
  pricedCostPerRun: z.int().nonnegative().default(0),
  unpriced: z.int().nonnegative().default(0),
})
export type VariantFigures = z.infer<typeof VariantFigures>

/** One case of a variant, its repeats averaged, beside the baseline's. */
export const CaseVerdict = z.object({
  case: z.string(),
  name: z.string(),
  outcome: z.number().nullable(),
  baseline: z.number().nullable(),
  change: z.enum(['improved', 'regressed', 'same']).nullable(),
  /** Runs that failed, by their messages. */
  errors: z.array(z.string()),
  /** What checks found wrong. */
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
  why: z.string().nullable(),
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
  /** Cells that have not run are not in it. */
  cells: z.object({ total: z.int(), done: z.int(), failed: z.int() }),
  /** The baseline first. */
  variants: z.array(VariantVerdict),
  /** Warnings about repeated inputs and evaluators that pass or fail every output. Null without one. */
  caveat: z.string().nullable(),
})
export type ComparisonVerdict = z.infer<typeof ComparisonVerdict>

/** What blind votes say of a variant against the baseline. */
export const VotedVerdict = z.object({
  name: z.string(),
  ruling: VerdictRuling,
  sentence: z.string(),
  /** Cases. */
  won: z.int(),
  lost: z.int(),
  tied: z.int(),
})
export type VotedVerdict = z.infer<typeof VotedVerdict>

/** What was told of a comparison when it ended. */
export const LatestVerdict = z.object({
  by: MetricId,
  /** Every variant that has run, but the baseline. */
  variants: z.array(
    VariantVerdict.pick({ variant: true, name: true, sentence: true }).extend({
      ruling: VerdictRuling,
    }),
  ),
})
export type LatestVerdict = z.infer<typeof LatestVerdict>

/** What is told of a variant, where nothing else says of which. */
export const namedSentence = ({ name, sentence }: { name: string; sentence: string }): string =>
  sentence.startsWith(`${name} `) ? sentence : `${name}: ${sentence}`
