import * as z from 'zod'
import { Embedding } from './collections.ts'
import { Json, JsonObject, JsonSchema, ToolName } from './common.ts'
import { ModelSettings, SpokenMessage } from './graph-document/model.ts'
import { PromptName } from './prompts.ts'

/** Where in the output to look, dotted: `answer.sources.0`. Without it, all of it; of messages the last one's text. */
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
  /** What turns the output and the reference into vectors. */
  embedding: Embedding.optional(),
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

const gives = z.enum(['pass', 'score']).default('pass')

export const CodeEvaluator = z.strictObject({
  kind: z.literal('code'),
  /** JavaScript, an expression or a function body, over `output`, `said`, `reference`, `input` and `calls`. */
  source: z.string().min(1).max(20_000),
  /** `pass`: true or false; `score`: a number from 0 to 1. Either alone, or in an object with a `reason`. */
  gives,
})
export type CodeEvaluator = z.infer<typeof CodeEvaluator>

const messages = z.array(SpokenMessage).min(1).max(20)

/** The version of the registry that the messages were taken from; another origin is no other judge. */
const from = z.strictObject({ prompt: PromptName, version: z.int().positive() }).optional()

export const JudgeEvaluator = z.strictObject({
  kind: z.literal('judge'),
  model: ModelSettings,
  /** Its variables: `input`, `output`, `reference`, and each input of the case by its name. */
  messages,
  from,
  gives,
  /** What a score is asked on; it is brought to 0 to 1. */
  scale: z
    .strictObject({ from: z.number().default(1), to: z.number().default(5) })
    .refine(({ from, to }) => from < to, 'it has to end above where it begins')
    .default({ from: 1, to: 5 }),
})
export type JudgeEvaluator = z.infer<typeof JudgeEvaluator>

/** Asked which of two outputs is better, the baseline's or the variant's, once in each order. */
export const PairwiseEvaluator = z.strictObject({
  kind: z.literal('pairwise'),
  model: ModelSettings,
  /** Its variables: `input`, `first`, `second`, `reference`, and each input of the case by its name. */
  messages,
  from,
})
export type PairwiseEvaluator = z.infer<typeof PairwiseEvaluator>

export const HumanEvaluator = z.strictObject({
  kind: z.literal('human'),
  /** What whoever reads the outputs is to decide. */
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

/** `undecided` is no fail: something to judge by was missing. */
export const Evaluation = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('passed'), reason }),
  z.strictObject({ status: z.literal('failed'), reason }),
  z.strictObject({ status: z.literal('scored'), score: z.number().min(0).max(1), reason }),
  z.strictObject({ status: z.literal('undecided'), reason }),
])
export type Evaluation = z.infer<typeof Evaluation>
