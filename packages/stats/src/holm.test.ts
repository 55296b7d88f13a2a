import { expect, test } from 'vitest'
import { holm } from './holm.ts'

// R 4.2.2: p.adjust(c(.01, .04, .03, .005), "holm"); p.adjust(c(.01, .02, .03, .04, .05), "holm")
test('adjusts like R, in the given order', () => {
  const rounded = (values: number[]) => holm(values).map((value) => Number(value.toFixed(12)))

  expect(rounded([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02])
  expect(rounded([0.01, 0.02, 0.03, 0.04, 0.05])).toEqual([0.05, 0.08, 0.09, 0.09, 0.09])
})

test('never exceeds 1 and leaves a single value unchanged', () => {
  expect(holm([0.6, 0.7])).toEqual([1, 1])
  expect(holm([0.03])).toEqual([0.03])
  expect(holm([])).toEqual([])
})
