import type { ComparisonCase, Variant } from '@lathe/contract'
import { expect, test } from 'vitest'
import { inOrder } from './cell-order.ts'

test('rows go one after the other, and in each another column first', () => {
  const base: Variant['base'] = {
    type: 'prompt',
    messages: [{ role: 'user', text: '{{q}}' }],
    model: { connection: 'demo', name: 'demo-1' },
  }
  const variants = ['a', 'b', 'c'].map((key): Variant => ({ key, name: key, base }))
  const cases = ['1', '2', '3', '4'].map((key): ComparisonCase => ({
    key,
    name: '',
    input: {},
    reference: null,
  }))
  const cells = [0, 1].flatMap((repeat) =>
    variants.flatMap(({ key: variant }) =>
      cases.map(({ key }) => ({ variant, case_key: key, repeat })),
    ),
  )

  const order = inOrder({ variants, cases }, cells.toReversed())
  const told = order.map((cell) => `${cell.repeat}${cell.case_key}${cell.variant}`).join(' ')

  expect(told).toBe(
    '01a 01b 01c 02c 02a 02b 03b 03c 03a 04a 04b 04c ' +
      '11c 11a 11b 12b 12c 12a 13a 13b 13c 14c 14a 14b',
  )
})
