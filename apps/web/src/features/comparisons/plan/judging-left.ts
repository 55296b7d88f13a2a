import type { Cell, ComparisonCheck, ComparisonPlan } from '@lathe/contract'
import { structuredPromptDocument } from '@lathe/graph'

/** What a check still has to say, of cells that are finished or will be. */
export type JudgingLeft = { check: ComparisonCheck; verdicts: number; calls: number }

const CALLS: Partial<Record<ComparisonCheck['evaluator']['kind'], number>> = {
  code: 0,
  similarity: 1,
  judge: 1,
  pairwise: 2,
}

/** Of each check that a run makes; what was asked in vain is asked once more. */
export function judgingLeft(
  { checks, variants, cases, repeats }: ComparisonPlan,
  grid: readonly Cell[],
): JudgingLeft[] {
  const baseline = variants[0]?.key
  return checks.flatMap((check) => {
    const calls = CALLS[check.evaluator.kind]
    if (calls === undefined) return []
    const isPair = check.evaluator.kind === 'pairwise'
    const columns = Math.max(0, variants.length - (isPair ? 1 : 0))
    const judged = grid.filter(({ variant, verdicts }) => {
      const verdict = verdicts[check.key]
      return verdict && !verdict.isFailed && !(isPair && variant === baseline)
    }).length
    const verdicts = Math.max(0, columns * cases.length * repeats - judged)
    return verdicts === 0 ? [] : [{ check, verdicts, calls: verdicts * calls }]
  })
}

/** What one call of a judge executes; nothing where no chat model is asked. */
export function judgeDocument({ evaluator }: ComparisonCheck) {
  if (evaluator.kind !== 'judge' && evaluator.kind !== 'pairwise') return undefined
  return structuredPromptDocument(evaluator, { name: 'verdict', schema: { type: 'object' } })
}

/** Models that a check asks. */
export function judgeModels(evaluator: ComparisonCheck['evaluator']): string[] {
  if (evaluator.kind === 'similarity') return evaluator.embedding ? [evaluator.embedding.model] : []
  return evaluator.kind === 'judge' || evaluator.kind === 'pairwise' ? [evaluator.model.name] : []
}
