import type { RuleEvaluator } from '@lathe/contract'

export type CheckKind = Exclude<RuleEvaluator['kind'], 'similarity'>

export const kindNames: Record<RuleEvaluator['kind'], string> = {
  exact: 'Is exactly',
  contains: 'Contains',
  regex: 'Matches a pattern',
  'json-schema': 'Fits a JSON Schema',
  numeric: 'Is a number near',
  trajectory: 'Calls tools',
  limit: 'Stays under a limit',
  similarity: 'Means about the same',
}

/** A check of a kind as it is before anything is filled in; each can judge. */
export const newEvaluator: Record<CheckKind, () => RuleEvaluator> = {
  exact: () => ({ kind: 'exact', ignoreCase: false }),
  contains: () => ({ kind: 'contains', require: 'all', ignoreCase: true }),
  regex: () => ({ kind: 'regex', pattern: '.+', ignoreCase: false }),
  'json-schema': () => ({ kind: 'json-schema', schema: { type: 'object' } }),
  numeric: () => ({ kind: 'numeric', tolerance: 0, isRelative: false }),
  trajectory: () => ({ kind: 'trajectory', calls: [], order: 'in-order' }),
  limit: () => ({ kind: 'limit', measure: 'latency', atMost: 2_000 }),
}

export const CHECK_KINDS = Object.keys(newEvaluator) as CheckKind[]
