import type { AlertRule } from '@lathe/contract'

type Rule = Omit<AlertRule, 'threshold'> & { threshold: number | null }

/** What no field says by itself. */
export function ruleProblems(rule: Rule): { path: string; message: string }[] {
  const { measure, feedbackKey, threshold } = rule
  const problems = []
  if (measure === 'feedback' && feedbackKey === null)
    problems.push({ path: 'feedbackKey', message: 'says what feedback is measured' })
  if (measure !== 'feedback' && feedbackKey !== null)
    problems.push({ path: 'feedbackKey', message: 'belongs to the measure feedback alone' })
  if (threshold === null) return problems
  if (measure === 'error-rate' && threshold > 1)
    problems.push({ path: 'threshold', message: 'of an error rate is a share: at most 1' })
  if (measure !== 'feedback' && threshold < 0)
    problems.push({ path: 'threshold', message: 'must be at least 0: nothing is less' })
  return problems
}
