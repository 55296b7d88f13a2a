import * as z from 'zod'
import {
  Json,
  JsonObject,
  JsonSchema,
  ModelSettings,
  TemplateMessage,
  ToolName,
} from '@lathe/nodes/schemas'
import { Embedding } from '../knowledge/collections.ts'

import { PromptName } from '../models/prompts.ts'

/**
 * Dotted path in the output: `answer.sources.0`. Defaults to the whole output, or the text of the
 * last message.
 */
const path = z.string().min(1).max(500).optional()
const ignoreCase = z.boolean().default(false)

export const ExactEvaluator = z.strictObject({
  kind: z.literal('exact'),
  path,
  /** Defaults to the reference of the case. */
  expected: Json.optional(),
  /** For text. Surrounding whitespace is always ignored. */
  ignoreCase,
})
export type ExactEvaluator = z.infer<typeof ExactEvaluator>

export const ContainsEvaluator = z.strictObject({
  kind: z.literal('contains'),
  path,
  /** Defaults to the reference of the case: a text or a list of texts. */
  texts: z.array(z.string().min(1)).min(1).max(100).optional(),
  require: z.enum(['all', 'any', 'none']).default('all'),
  ignoreCase: z.boolean().default(true),
})
export type ContainsEvaluator = z.infer<typeof ContainsEvaluator>

export const RegexEvaluator = z.strictObject({
  kind: z.literal('regex'),
  path,
  /** RE2 syntax, without look-around and back-references, so that matching takes linear time. */
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
  /** Defaults to the reference of the case. */
  expected: z.number().optional(),
  tolerance: z.number().nonnegative().default(0),
  /** The tolerance is a share of the expected number: 0.01 is 1 %. */
  isRelative: z.boolean().default(false),
})
export type NumericEvaluator = z.infer<typeof NumericEvaluator>

export const ExpectedCall = z.strictObject({
  tool: ToolName,
  /** Arguments that the call must have. Other arguments are allowed. */
  arguments: JsonObject.optional(),
})
export type ExpectedCall = z.infer<typeof ExpectedCall>

export const TrajectoryEvaluator = z.strictObject({
  kind: z.literal('trajectory'),
  calls: z.array(ExpectedCall).max(100).default([]),
  /** `exact`: these calls and no others. `in-order`: other calls may occur between them. `any`: any order. */
  order: z.enum(['exact', 'in-order', 'any']).default('in-order'),
  atMost: z.int().nonnegative().optional(),
})
export type TrajectoryEvaluator = z.infer<typeof TrajectoryEvaluator>

export const LimitEvaluator = z.strictObject({
  kind: z.literal('limit'),
  measure: z.enum(['latency', 'cost', 'tokens']),
  /** Milliseconds, nano-dollars or tokens, inclusive. */
  atMost: z.number().nonnegative(),
})
export type LimitEvaluator = z.infer<typeof LimitEvaluator>

export const SimilarityEvaluator = z.strictObject({
  kind: z.literal('similarity'),
  /** The model that embeds the output and the reference. */
  embedding: Embedding.optional(),
  /** Minimum similarity to pass. Without it, the similarity is the score. */
  atLeast: z.number().min(0).max(1).optional(),
})
export type SimilarityEvaluator = z.infer<typeof SimilarityEvaluator>

/** Evaluators that use a plain rule, without a model, code or a person. */
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

const gives = z.enum(['pass', 'score']).default('pass')

export const CodeEvaluator = z.strictObject({
  kind: z.literal('code'),
  /**
   * JavaScript expression or function body over `output`, `said`, `reference`, `input` and `calls`.
   */
  source: z.string().min(1).max(20_000),
  /** `pass`: true or false. `score`: a number from 0 to 1. Returned directly or in an object with a `reason`. */
  gives,
})
export type CodeEvaluator = z.infer<typeof CodeEvaluator>

const messages = z.array(TemplateMessage).min(1).max(20)

/**
 * The registry version that the messages were copied from. It does not change the version of the
 * evaluator.
 */
const from = z.strictObject({ prompt: PromptName, version: z.int().positive() }).optional()

export const JudgeEvaluator = z.strictObject({
  kind: z.literal('judge'),
  model: ModelSettings,
  /** Variables: `input`, `output`, `reference`, and each input of the case by name. */
  messages,
  from,
  gives,
  /** The judge's scale. Scores are normalized to 0–1. */
  scale: z
    .strictObject({ from: z.number().default(1), to: z.number().default(5) })
    .refine(({ from, to }) => from < to, 'the end must be above the start')
    .default({ from: 1, to: 5 }),
})
export type JudgeEvaluator = z.infer<typeof JudgeEvaluator>

/** Asks which of two outputs is better, the baseline's or the variant's, once in each order. */
export const PairwiseEvaluator = z.strictObject({
  kind: z.literal('pairwise'),
  model: ModelSettings,
  /** Variables: `input`, `first`, `second`, `reference`, and each input of the case by name. */
  messages,
  from,
})
export type PairwiseEvaluator = z.infer<typeof PairwiseEvaluator>

export const HumanEvaluator = z.strictObject({
  kind: z.literal('human'),
  /** The question for the person who rates the outputs. */
  question: z.string().max(500).default(''),
})
export type HumanEvaluator = z.infer<typeof HumanEvaluator>

export const Evaluator = z.discriminatedUnion('kind', [
  ...RuleEvaluator.options,
  CodeEvaluator,
  JudgeEvaluator,
  PairwiseEvaluator,
  HumanEvaluator,
])
export type Evaluator = z.infer<typeof Evaluator>

const reason = z.string()

/** `undecided` is not a failure: the evaluator lacked a value it needs. */
export const Evaluation = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('passed'), reason }),
  z.strictObject({ status: z.literal('failed'), reason }),
  z.strictObject({ status: z.literal('scored'), score: z.number().min(0).max(1), reason }),
  z.strictObject({ status: z.literal('undecided'), reason }),
])
export type Evaluation = z.infer<typeof Evaluation>
