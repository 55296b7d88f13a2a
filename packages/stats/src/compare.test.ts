import { describe, expect, test } from 'vitest'
import { compareVariants, type Question } from './compare.ts'
import { compareTwo, observe, passes, passing, subject } from './testing/subjects.ts'

describe('the verdict on passes', () => {
  // Newcombe's interval and the binomial p of this table from R 4.2.2: 0.0461 to 0.2987, 0.015625.
  test('names the better variant with p and interval', () => {
    const { ruling, sentence } = passes(passing('A', 0, 24), passing('B', 0, 31))

    expect(ruling).toBe('better')
    expect(sentence).toBe(
      'B is better: passes 31 of 40 cases against 24 (+18 points, 95 % interval +5 to +30, p = 0.02).',
    )
  })

  test('reports worse if the baseline is better', () => {
    expect(passes(passing('A', 0, 31), passing('B', 0, 24))).toMatchObject({
      ruling: 'worse',
      sentence:
        'B is worse: passes 24 of 40 cases against 31 (−18 points, 95 % interval −30 to −5, p = 0.02).',
    })
  })

  test('reports completion in its own terms', () => {
    const told = compareTwo({
      measure: 'pass',
      counted: 'completes',
      baseline: passing('A', 0, 31),
      variant: passing('B', 0, 24),
    })

    expect(told.sentence).toBe(
      'B ends in an error more often: completes 24 of 40 cases against 31 (−18 points, 95 % interval −30 to −5, p = 0.02).',
    )
  })

  test('reports how many more cases would decide an interval that contains zero', () => {
    const { ruling, sentence, moreCases } = passes(passing('A', 0, 24), passing('B', 2, 28))

    expect(ruling).toBe('undecided')
    expect(moreCases).toBeGreaterThan(40)
    expect(sentence).toMatch(
      /^Not enough to tell: the interval runs from −\d+ to \+\d+ points; about [\d,]+ more cases would settle a difference this size\.$/,
    )
  })

  test('names no winner if the interval excludes zero but the exact test disagrees', () => {
    const { ruling, sentence, difference } = passes(passing('A', 0, 24), passing('B', 2, 33))

    expect(difference.interval?.low).toBeGreaterThan(0)
    expect(difference.p).toBeGreaterThan(0.05)
    expect(ruling).toBe('undecided')
    expect(sentence).toContain('points, but luck alone does as much too often (p = 0.07); about')
  })

  test('groups the digits of counts above a thousand', () => {
    const { sentence, moreCases } = passes(
      passing('A', 0, 6_666, 10_000),
      passing('B', 0, 7_500, 10_000),
    )

    expect(sentence).toContain('passes 7,500 of 10,000 cases against 6,666')
    expect(moreCases).toBeNull()
  })

  test('five wins of five cases do not decide', () => {
    const { sentence } = passes(passing('A', 0, 0, 5), passing('B', 0, 5, 5))

    expect(sentence).toContain('too often (p = 0.06); about 1 more case would settle')
    expect(passes(passing('A', 0, 0, 6), passing('B', 0, 6, 6)).ruling).toBe('better')
  })

  test('equal wins and losses suggest no number of cases', () => {
    expect(passes(passing('A', 0, 24), passing('B', 5, 29))).toMatchObject({
      ruling: 'undecided',
      moreCases: null,
      sentence: expect.stringMatching(/; no difference was seen that more cases could settle\.$/),
    })
  })
})

describe('undecidable comparisons', () => {
  test('one case is too few', () => {
    expect(passes(passing('A', 0, 0, 1), passing('B', 0, 1, 1))).toMatchObject({
      ruling: 'too-few',
      sentence: 'Not enough to tell: one case cannot tell a difference from luck.',
      moreCases: null,
    })
  })

  test('reports that no case has outcomes on both sides', () => {
    expect(
      passes(
        passing('A', 0, 1, 1),
        subject(
          'B',
          observe(() => 'error', 1),
        ),
      ),
    ).toMatchObject({
      ruling: 'too-few',
      sentence:
        'Nothing to compare: every run of B failed. Excluded: 1 errored run, 1 case without both outcomes.',
      leftOut: { errors: 1, noVerdicts: 0, timedApart: 0, unpaired: 1 },
    })
    const unjudged = observe(() => 'no-verdict', 1)
    expect(passes(passing('A', 0, 1, 1), subject('B', unjudged)).sentence).toMatch(
      /^Nothing to compare: no case has an outcome of both B and A\./,
    )
    expect(passes(passing('A', 0, 1, 1), subject('B', [])).sentence).not.toContain('failed')
  })

  test('reports latencies measured in different hours', () => {
    const baseline = subject(
      'A',
      observe((at) => 100 + at, 3),
    )
    const apart = (timed: number) =>
      subject(
        'B',
        observe((at) => (at < timed ? 500 + at : 'timed-apart'), 3),
      )

    expect(compareTwo({ measure: 'latency', baseline, variant: apart(0) })).toMatchObject({
      ruling: 'too-few',
      sentence:
        'Nothing to compare: B and A were timed at different times, under different loads. Run both again. ' +
        'Excluded: 3 runs timed at another time, 3 cases without both outcomes.',
    })
    expect(compareTwo({ measure: 'latency', baseline, variant: apart(2) }).sentence).toMatch(
      / Excluded: 1 run timed at another time, 1 case without both outcomes\.$/,
    )
  })

  test('reports ties on all cases', () => {
    expect(passes(passing('A', 0, 24), passing('B', 0, 24)).sentence).toBe(
      'Not enough to tell: B and A came out alike on all 40 cases; the interval runs from −5 to +5 points.',
    )
    const scores = observe((at) => (at % 7) / 10)
    const variant = subject('B', scores)
    expect(compareTwo({ measure: 'score', baseline: subject('A', scores), variant }).sentence).toBe(
      'Not enough to tell: B and A came out alike on all 40 cases, which leaves no spread to judge by.',
    )
  })

  test('shows an interval narrower than a millisecond', () => {
    const baseline = subject(
      'A',
      observe((at) => 100 + at, 2),
    )
    const variant = subject(
      'B',
      observe((at) => 99 + at * 1.1, 2),
    )

    expect(compareTwo({ measure: 'latency', baseline, variant }).sentence).toContain(
      'the interval runs from −1.0 to −0.9 ms',
    )
  })

  test('three cases with the same improvement do not decide', () => {
    const baseline = subject(
      'A',
      observe((at) => at / 10, 3),
    )
    const variant = subject(
      'B',
      observe((at) => at / 10 + 0.2, 3),
    )

    expect(compareTwo({ measure: 'score', baseline, variant })).toMatchObject({
      ruling: 'undecided',
      sentence: expect.stringMatching(
        /^Not enough to tell: \+0\.20 over 3 cases, too little spread for an interval, but luck alone does as much too often \(p = 0\.25\)/,
      ),
    })
  })
})

test('shows no interval for a gain without spread', () => {
  const baseline = subject(
    'A',
    observe(() => 0.5, 10),
  )
  const variant = subject(
    'B',
    observe(() => 0.7, 10),
  )

  const told = compareTwo({ measure: 'score', baseline, variant })

  expect(told.sentence).toBe(
    'B is better: a mean of 0.70 over 10 cases against 0.50 (+0.20, too little spread for an interval, p = 0.002).',
  )
})

describe('excluded outcomes', () => {
  test('excludes and counts errored runs, undecided judges and unpaired cases', () => {
    const baseline = passing('A', 0, 24)
    const variant = subject('B', [
      ...observe((at) => (at === 0 ? 'error' : at === 1 ? 'no-verdict' : at < 31 ? 1 : 0)),
      { caseId: 'only here', outcome: 1 },
    ])

    const { difference, leftOut, sentence } = passes(baseline, variant)

    expect(difference.cases).toBe(38)
    expect(leftOut).toEqual({ errors: 1, noVerdicts: 1, timedApart: 0, unpaired: 3 })
    expect(sentence).toMatch(
      / Excluded: 1 errored run, 1 judgement without a verdict, 3 cases without both outcomes\.$/,
    )
  })

  test('an errored repeat leaves the case to its other repeats', () => {
    const baseline = subject(
      'A',
      observe((_, repeat) => (repeat === 0 ? 'error' : 1), 10, 2),
    )

    const { difference } = passes(baseline, passing('B', 0, 5, 10))

    expect(difference).toMatchObject({ cases: 10, baseline: 1, variant: 0.5, test: 'mcnemar' })
  })

  test('rejects an outcome outside the scale by name', () => {
    const bad = (measure: Question['measure'], outcome: number) => () =>
      compareTwo({
        measure,
        baseline: subject(
          'A',
          observe(() => outcome, 2),
        ),
        variant: passing('B', 0, 1, 2),
      })

    expect(bad('pass', 0.5)).toThrow('pass of "A" for case "case 0" is neither 0 nor 1')
    expect(bad('score', 1.2)).toThrow('above 1')
    expect(bad('score', NaN)).toThrow(RangeError)
    expect(bad('latency', -1)).toThrow(RangeError)
    expect(bad('cost', Infinity)).toThrow(RangeError)
  })
})

test('rejects an invalid level', () => {
  const question = { measure: 'pass', baseline: passing('A', 0, 1), variants: [] } as const

  expect(() => compareVariants({ ...question, level: 1 })).toThrow('level 1 is not between')
  expect(() => compareVariants({ ...question, level: 95 })).toThrow(RangeError)
})
