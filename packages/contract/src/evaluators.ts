import * as z from 'zod'
import { Json, JsonObject, JsonSchema, ToolName } from './common.ts'

/** Where in the output to look, dotted: `answer.sources.0`. The whole output without it. */
const path = z.string().min(1).max(500).optional()
const ignoreCase = z.boolean().default(false)

export const ExactEvaluator = z.strictObject({
  kind: z.literal('exact'),
  path,
  /** Without it, the case's reference. */
  expected: Json.optional(),
  /** Of text. Space around it never counts. */
  ignoreCase,
})
export type ExactEvaluator = z.infer<typeof ExactEvaluator>

export const ContainsEvaluator = z.strictObject({
  kind: z.literal('contains'),
  path,
  /** Without them, the case's reference: a text or a list of texts. */
  texts: z.array(z.string().min(1)).min(1).max(100).optional(),
  require: z.enum(['all', 'any', 'none']).default('all'),
  ignoreCase: z.boolean().default(true),
})
export type ContainsEvaluator = z.infer<typeof ContainsEvaluator>

export const RegexEvaluator = z.strictObject({
  kind: z.literal('regex'),
  path,
  /** RE2's syntax: no look-around and no back-references, so that it always ends soon. */
  pattern: z.string().min(1).max(2_000),
  ignoreCase,
})
export type RegexEvaluator = z.infer<typeof RegexEvaluator>

export const JsonSchemaEvaluator = z.strictObject({
  kind: z.literal('json-schema'),
  path,
  schema: JsonSchema,
})
export type JsonSchemaEvaluator = z.infer<typeof JsonSchemaEvaluator>

export const NumericEvaluator = z.strictObject({
  kind: z.literal('numeric'),
  path,
  /** Without it, the case's reference. */
  expected: z.number().optional(),
  tolerance: z.number().nonnegative().default(0),
  /** Whether the tolerance is a share of the expected number: 0.01 is one percent. */
  isRelative: z.boolean().default(false),
})
export type NumericEvaluator = z.infer<typeof NumericEvaluator>

export const ExpectedCall = z.strictObject({
  tool: ToolName,
  /** Arguments the call must have; others it may have besides. */
  arguments: JsonObject.optional(),
})
export type ExpectedCall = z.infer<typeof ExpectedCall>

export const TrajectoryEvaluator = z.strictObject({
  kind: z.literal('trajectory'),
  calls: z.array(ExpectedCall).max(100).default([]),
  /** `exact`: these and no others; `in-order`: others may stand between; `any`: in whatever order. */
  order: z.enum(['exact', 'in-order', 'any']).default('in-order'),
  atMost: z.int().nonnegative().optional(),
})
export type TrajectoryEvaluator = z.infer<typeof TrajectoryEvaluator>

export const LimitEvaluator = z.strictObject({
  kind: z.literal('limit'),
  measure: z.enum(['latency', 'cost', 'tokens']),
  /** Milliseconds, nano-dollars or tokens; exactly as much still passes. */
  atMost: z.number().nonnegative(),
})
export type LimitEvaluator = z.infer<typeof LimitEvaluator>

export const SimilarityEvaluator = z.strictObject({
  kind: z.literal('similarity'),
  /** From here on it passes; without it the similarity is the score. */
  atLeast: z.number().min(0).max(1).optional(),
})
export type SimilarityEvaluator = z.infer<typeof SimilarityEvaluator>

/** Judges by a rule alone: no model, no code, no person. */
export const RuleEvaluator = z.discriminatedUnion('kind', [
  ExactEvaluator,
  ContainsEvaluator,
  RegexEvaluator,
  JsonSchemaEvaluator,
  NumericEvaluator,
  TrajectoryEvaluator,
  LimitEvaluator,
  SimilarityEvaluator,
])
export type RuleEvaluator = z.infer<typeof RuleEvaluator>

const reason = z.string()

/** `undecided` is no fail: something to judge by was missing. */
export const Evaluation = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('passed'), reason }),
  z.strictObject({ status: z.literal('failed'), reason }),
  z.strictObject({ status: z.literal('scored'), score: z.number().min(0).max(1), reason }),
  z.strictObject({ status: z.literal('undecided'), reason }),
])
export type Evaluation = z.infer<typeof Evaluation>
