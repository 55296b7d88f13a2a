import type { Comparison } from '@lathe/stats'
import statistics from '../../../../../../docs/statistics.md?raw'

const TESTS = { mcnemar: 'Exact McNemar', 'sign-flip': 'Sign-flip test', sign: 'Sign test' }

const paragraphs = statistics.split('\n\n').map((paragraph) => paragraph.trim())

/** A method as the documents describe it, citation and weaknesses included. */
const described = (name: string): string | undefined =>
  paragraphs.find((paragraph) => paragraph.startsWith(`**${name}`))

const winnerRule = (): string | undefined => {
  const start = paragraphs.indexOf('## When there is a winner')
  return start < 0 ? undefined : paragraphs.slice(start + 1, start + 3).join('\n\n')
}

/** What a comparison was made with, most telling first. */
export function methodText({
  difference,
  comparisons,
  noise,
  moreCases,
  measure,
}: Pick<Comparison, 'difference' | 'comparisons' | 'noise' | 'moreCases' | 'measure'>): string {
  const names = [
    TESTS[difference.test],
    difference.intervalMethod === 'newcombe' ? "Newcombe's" : 'BCa bootstrap',
    ...(measure === 'pass' ? ['Wilson'] : []),
    ...(comparisons > 1 ? ['Holm'] : []),
    ...(noise === null ? [] : ['A/A']),
    ...(moreCases === null ? [] : ['More cases']),
  ]
  return methodsText(names, winnerRule())
}

/** Of pairwise votes. */
export const VOTE_METHODS = ['Sign test', 'Holm', 'Bradley–Terry']

export const methodsText = (names: readonly string[], rule?: string): string =>
  [...names.map(described), rule].filter((text) => text !== undefined).join('\n\n')
