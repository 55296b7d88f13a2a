import type { Evaluator } from '@lathe/contract'
import { useUsualModel } from '../../../lib/use-usual-model.ts'
import { useWholePlan } from '../comparison-context.ts'

export type CheckKind = Evaluator['kind']

export const kindNames: Record<CheckKind, string> = {
  exact: 'Is exactly',
  contains: 'Contains',
  regex: 'Matches a pattern',
  'json-schema': 'Fits a JSON Schema',
  numeric: 'Is a number near',
  trajectory: 'Calls tools',
  limit: 'Stays under a limit',
  similarity: 'Means about the same',
  code: 'Code decides',
  judge: 'A model judges',
  pairwise: 'A model prefers it to the baseline',
  human: 'A person decides',
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

/** `hasReferences`: of every case it is known what a good answer is. */
type Given = Models & { hasReferences: boolean }

/** A check of a kind as it is before anything is filled in. */
export const newEvaluator: Record<CheckKind, (given: Given) => Evaluator> = {
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

export const CHECK_KINDS = Object.keys(newEvaluator) as CheckKind[]

/** What a new check asks: the model of the first bare prompt, else the usual one. */
export function useFirstModels(): Models {
  const { variants } = useWholePlan()
  const usual = useUsualModel()
  const [compared] = variants.flatMap(({ base }) => (base.type === 'prompt' ? [base.model] : []))
  const { connection = '', name: chat = '' } = compared ?? usual ?? {}
  return {
    connection,
    chat,
    embedding: usual?.isDemo && connection === usual.connection ? 'demo-embedding' : '',
  }
}
