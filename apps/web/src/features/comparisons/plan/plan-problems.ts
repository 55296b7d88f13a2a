import type { ComparisonPlan } from '@lathe/contract'
import * as z from 'zod'

const WORDS: Readonly<Record<string, string>> = {
  variants: 'Variants',
  cases: 'Cases',
  'budget.tokens': 'Token budget',
  'budget.costNanos': 'Cost budget',
  'judgeBudget.costNanos': 'Judge cost budget',
}

const PlanRejection = z.object({
  data: z.object({ problems: z.array(z.object({ path: z.string(), message: z.string() })) }),
})

/** The problems of a single rejected evaluator. */
export const evaluatorProblems = (error: unknown): string[] =>
  PlanRejection.safeParse(error).data?.data.problems.map(({ message }) => message) ?? []

/** The problems of a rejected plan, with variants and evaluators by name. */
export function planProblems(
  error: unknown,
  { variants, evaluators }: Pick<ComparisonPlan, 'variants' | 'evaluators'>,
): string[] {
  const rejection = PlanRejection.safeParse(error)
  if (!rejection.success) return []
  return rejection.data.data.problems.map(({ path, message }) => {
    const [list, index, ...rest] = path.split('.')
    const namedItems = list === 'variants' ? variants : list === 'evaluators' ? evaluators : []
    const name = namedItems[Number(index)]?.name
    const place = rest
      .filter((part) => part !== 'base' && part !== 'evaluator')
      .join('.')
      // The only node of a bare prompt or judge. The pane of its variant or evaluator contains its fields.
      .replace(/^nodes\.(prompt|judge)\b.*/, '')
    const subject = name ?? WORDS[path] ?? WORDS[list ?? ''] ?? path
    const where = place === '' || name === undefined ? '' : ` (${place})`
    return `${subject}${where}: ${message}`
  })
}
