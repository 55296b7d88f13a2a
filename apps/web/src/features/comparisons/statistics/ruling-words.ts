import type { Ruling } from '@lathe/stats'

export const rulingWords: Record<Ruling, string> = {
  better: 'Better',
  worse: 'Worse',
  undecided: 'Not enough to tell',
  equal: 'No difference seen',
  'too-few': 'Too few outcomes',
}

const ORDER: readonly Ruling[] = ['better', 'worse', 'undecided', 'equal', 'too-few']

type Ruled = { name: string; ruling: Ruling }

/** Of one variant its word; of several how many of each, winners first. */
export function rulingsText(rulings: readonly Ruled[]): string {
  const [first, ...others] = rulings
  if (!first) return ''
  if (others.length === 0) return `${first.name}: ${rulingWords[first.ruling].toLowerCase()}`
  const counts = Map.groupBy(rulings, ({ ruling }) => ruling)
  return ORDER.flatMap((ruling) => {
    const count = counts.get(ruling)?.length ?? 0
    return count === 0 ? [] : [`${count} ${rulingWords[ruling].toLowerCase()}`]
  }).join(', ')
}
