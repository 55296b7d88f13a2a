import { expect, test } from 'vitest'
import { passRate } from './pass-rate.ts'
import { observe, passing, subject } from './testing/subjects.ts'

// R 4.2.2: prop.test(31, 40, correct = FALSE)$conf.int is 0.6249690326 0.8768390868
test("is a share of cases with Wilson's interval", () => {
  const { rate, cases, interval } = passRate(passing('A', 0, 31))

  expect([rate, cases]).toEqual([0.775, 40])
  expect(interval?.low).toBeCloseTo(0.6249690326, 9)
  expect(interval?.high).toBeCloseTo(0.8768390868, 9)
})

test('averages the repeats of a case and leaves out what did not count', () => {
  const sample = subject(
    'A',
    observe((at, repeat) => (at === 0 ? 'error' : repeat === 0 ? 1 : 0), 5, 2),
  )

  expect(passRate(sample)).toMatchObject({ cases: 4, rate: 0.5, errors: 2, noVerdicts: 0 })
})

test('has no rate where nothing came out', () => {
  expect(
    passRate(
      subject(
        'A',
        observe(() => 'no-verdict', 3),
      ),
    ),
  ).toEqual({
    cases: 0,
    rate: null,
    interval: null,
    errors: 0,
    noVerdicts: 3,
  })
})
