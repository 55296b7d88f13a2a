import type { VerdictRuling } from '@lathe/contract'

export const rulingLabels: Record<VerdictRuling, string> = {
  better: 'Better',
  worse: 'Worse',
  mixed: 'Mixed',
  undecided: 'Not enough to tell',
  equal: 'No difference seen',
  'too-few': 'Too few outcomes',
}

const ORDER: readonly VerdictRuling[] = [
  'better',
  'worse',
  'mixed',
  'undecided',
  'equal',
  'too-few',
]

type NamedRuling = { name: string; ruling: VerdictRuling }

/** The ruling of a single variant, or how many variants have each ruling, winners first. */
export function rulingsText(rulings: readonly NamedRuling[]): string {
  const [first, ...otherRulings] = rulings
  if (!first) return ''
  if (otherRulings.length === 0) return `${first.name}: ${rulingLabels[first.ruling].toLowerCase()}`
  const counts = Map.groupBy(rulings, ({ ruling }) => ruling)
  return ORDER.flatMap((ruling) => {
    const count = counts.get(ruling)?.length ?? 0
    return count === 0 ? [] : [`${count} ${rulingLabels[ruling].toLowerCase()}`]
  }).join(', ')
}
