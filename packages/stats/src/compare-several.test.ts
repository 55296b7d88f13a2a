import { describe, expect, test } from 'vitest'
import { compareVariants, type Question } from './compare.ts'
import type { Comparison } from './comparison.ts'
import { compareTwo, observe, passes, passing, subject } from './testing/subjects.ts'

describe('comparisons of several variants', () => {
  const baseline = passing('A', 0, 24)
  const strong = passing('B', 0, 31)

  test('a single winner among several variants may be luck', () => {
    const [first] = compareVariants({
      measure: 'pass',
      baseline,
      variants: [strong, passing('C', 1, 25), passing('D', 2, 26), passing('E', 3, 27)],
    })

    expect(first?.ruling).toBe('undecided')
    expect(first?.adjustedP).toBeCloseTo(4 * (first?.difference.p ?? NaN), 12)
    expect(first?.sentence).toContain('(p = 0.06 after adjusting for 4 comparisons); about')
  })

  test('a variant changes only the adjustment of the others', () => {
    const scores = (name: string, shift: number) =>
      subject(
        name,
        observe((at) => 0.3 + (at % 7) / 20 + shift * ((at % 5) / 4)),
      )
    const ask = (variants: Question['variants']) =>
      compareVariants({ measure: 'score', baseline: scores('A', 0), variants })

    const [alone] = ask([scores('B', 0.1)])
    const [, together] = ask([scores('C', 0.05), scores('B', 0.1)])

    expect(together?.difference).toEqual(alone?.difference)
  })

  test('no variants give no comparisons', () => {
    expect(compareVariants({ measure: 'pass', baseline, variants: [] })).toEqual<Comparison[]>([])
  })
})

describe('scores, latency, tokens and cost', () => {
  const about = (name: string, level: number, wobble: number) =>
    subject(
      name,
      observe((at) => level + wobble * ((at * 13) % 17)),
    )

  test.each([
    { measure: 'score', level: 0.3, other: 0.5, wobble: 0.01, says: 'B is better: a mean of 0.62' },
    {
      measure: 'latency',
      level: 900,
      other: 700,
      wobble: 3,
      says: 'B is faster: a median of 736 ms',
    },
    {
      measure: 'tokens',
      level: 500,
      other: 600,
      wobble: 5,
      says: 'B uses more tokens: a mean of 659 tokens',
    },
    {
      measure: 'cost',
      level: 0.004,
      other: 0.005,
      wobble: 1e-5,
      says: 'B costs more: a mean of $0.0051',
    },
  ] as const)('reports a clear difference in $measure in its unit', (row) => {
    const baseline = about('A', row.level, row.wobble)
    const variant = about('B', row.other, row.wobble * 1.5)

    const { sentence } = compareTwo({ measure: row.measure, baseline, variant })

    expect(sentence).toContain(row.says)
    expect(sentence).toMatch(/95 % interval [+−].+ to [+−].+, p < 0\.001\)\.$/)
  })

  test('reports clear changes of cost and latency next to the verdict', () => {
    const spent = (factor: number) => ({
      cost: observe((at) => (0.01 + at / 10_000) * factor),
      latency: observe((at) => (800 + ((at * 37) % 200)) * (factor === 1 ? 1 : 0.9)),
    })

    const { sentence } = passes(
      { ...passing('A', 0, 24), spent: spent(1) },
      { ...passing('B', 0, 31), spent: spent(1.12) },
    )

    expect(sentence).toMatch(/p = 0\.02\)\. It costs 12 % more\. It is 1[01] % faster\.$/)
  })

  test('omits a cost change within its noise', () => {
    const cost = (salt: number) => ({ cost: observe((at) => 0.01 + ((at * salt) % 11) / 1000) })

    const { sentence, facts } = passes(
      { ...passing('A', 0, 24), spent: cost(3) },
      { ...passing('B', 0, 31), spent: cost(5) },
    )

    expect(facts).toMatchObject([{ measure: 'cost', isClear: false }])
    expect(sentence).not.toContain('cost')
  })
})

describe('repeats', () => {
  test('averages repeats first, so that cases stay the sampling unit', () => {
    const often = (name: string, share: number) =>
      subject(
        name,
        observe((at, repeat) => ((at * 7 + repeat * 5) % 11 < share ? 1 : 0), 40, 4),
      )

    const { difference, sentence } = passes(often('A', 5), often('B', 9))

    expect(difference).toMatchObject({ cases: 40, intervalMethod: 'bca', test: 'sign-flip' })
    expect(sentence).toMatch(/^B is better: passes \d+ % of its runs over 40 cases against \d+ %/)
  })

  test('the same data gives the same result in every digit', () => {
    const scores = (name: string, salt: number) =>
      subject(
        name,
        observe((at, repeat) => ((at * salt + repeat) % 10) / 10, 30, 3),
      )
    const question = {
      measure: 'score',
      baseline: scores('A', 3),
      variant: scores('B', 7),
    } as const

    expect(compareTwo(question)).toEqual(compareTwo(question))
  })
})
