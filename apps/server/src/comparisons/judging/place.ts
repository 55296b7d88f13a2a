import { hash } from 'node:crypto'
import type { ComparisonCase, Evaluator } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'

/** Names a check by its content: a changed prompt, model or rule is another version. */
export const checkVersion = (evaluator: Evaluator): string =>
  digest(contentOf(evaluator)).slice(0, 12)

/** Of a check and of what it is shown of a case. What a person has said stays when the case's reference is edited. */
export const verdictFingerprint = (
  evaluator: Evaluator,
  { input, reference }: Pick<ComparisonCase, 'input' | 'reference'>,
): string =>
  digest(evaluator.kind === 'human' ? [evaluator] : [contentOf(evaluator), input, reference])

/** Whether its prompt is kept in the registry changes nothing of what it says. */
function contentOf(evaluator: Evaluator): Evaluator {
  if (evaluator.kind !== 'judge' && evaluator.kind !== 'pairwise') return evaluator
  const { from: _origin, ...content } = evaluator
  return content
}

const digest = (value: unknown): string => hash('sha256', canonicalJson(value), 'hex')
