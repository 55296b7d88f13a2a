import type { Evaluator } from '@lathe/contract'
import { useDefaultModel } from '../../../lib/api/use-default-model.ts'
import { useFullPlan } from '../comparison-context.ts'

export type EvaluatorKind = Evaluator['kind']

export const kindNames: Record<EvaluatorKind, string> = {
  exact: 'Exact match',
  contains: 'Contains',
  regex: 'Matches regex',
  'json-schema': 'Matches JSON Schema',
  numeric: 'Numeric match',
  trajectory: 'Tool calls',
  limit: 'Limit',
  similarity: 'Semantic similarity',
  code: 'Code',
  judge: 'LLM judge',
  pairwise: 'Pairwise LLM judge',
  human: 'Human',
}

const JUDGE = `Question:
{{input}}

Answer:
{{output}}

Is the answer correct, and does it answer the question?`

const JUDGE_BY_REFERENCE = `Question:
{{input}}

What a good answer says:
{{reference}}

Answer:
{{output}}

Does the answer say what a good answer says?`

const PAIR = `Question:
{{input}}

First answer:
{{first}}

Second answer:
{{second}}

Which answer is better? Judge by what they say, not by their length or place.`

const asking = (text: string) => [{ role: 'user' as const, text }]

type Models = { connection: string; chat: string; embedding: string }

/** `hasReferences`: whether every case has a reference. */
type EvaluatorDefaults = Models & { hasReferences: boolean }

/** The initial state of each kind of evaluator. */
export const newEvaluator: Record<EvaluatorKind, (given: EvaluatorDefaults) => Evaluator> = {
  exact: () => ({ kind: 'exact', ignoreCase: false }),
  contains: () => ({ kind: 'contains', require: 'all', ignoreCase: true }),
  regex: () => ({ kind: 'regex', pattern: '.+', ignoreCase: false }),
  'json-schema': () => ({ kind: 'json-schema', schema: { type: 'object' } }),
  numeric: () => ({ kind: 'numeric', tolerance: 0, isRelative: false }),
  trajectory: () => ({ kind: 'trajectory', calls: [], order: 'in-order' }),
  limit: () => ({ kind: 'limit', measure: 'latency', atMost: 2_000 }),
  similarity: ({ connection, embedding }) =>
    embedding === ''
      ? { kind: 'similarity' }
      : { kind: 'similarity', embedding: { connection, model: embedding } },
  code: () => ({ kind: 'code', source: 'said.length < 500', gives: 'pass' }),
  judge: ({ connection, chat, hasReferences }) => ({
    kind: 'judge',
    model: { connection, name: chat },
    messages: asking(hasReferences ? JUDGE_BY_REFERENCE : JUDGE),
    gives: 'pass',
    scale: { from: 1, to: 5 },
  }),
  pairwise: ({ connection, chat }) => ({
    kind: 'pairwise',
    model: { connection, name: chat },
    messages: asking(PAIR),
  }),
  human: () => ({ kind: 'human', question: '' }),
}

export const EVALUATOR_KINDS = Object.keys(newEvaluator) as EvaluatorKind[]

/** Models for a new evaluator: that of the first prompt variant, or the default one. */
export function useDefaultModels(): Models {
  const { variants } = useFullPlan()
  const usual = useDefaultModel()
  const [compared] = variants.flatMap(({ base }) => (base.type === 'prompt' ? [base.model] : []))
  const { connection = '', name: chat = '' } = compared ?? usual ?? {}
  return {
    connection,
    chat,
    embedding: usual?.isDemo && connection === usual.connection ? 'demo-embedding' : '',
  }
}
