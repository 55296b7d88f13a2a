import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Deltas } from './deltas.tsx'

const noTokens = { recording: 0, replay: 0 }
const dollar = 1_000_000_000
const unknown = { cost: null, pricedCost: 5 * dollar, unpriced: 1 }
const knownCost = { cost: 9 * dollar, pricedCost: 9 * dollar, unpriced: 0 }

test.each([
  ['a part where neither is known', null, unknown, '$2.00 → $5.00 + ?'],
  ['the compared cost where the own one differs', 4 * dollar, knownCost, '$2.00 → $4.00 +100 %'],
  ['the compared cost where the own one is not known', 4 * dollar, unknown, '$2.00 → $4.00 +100 %'],
  ['nothing where only the compared cost is not known', null, knownCost, '$2.00 → —'],
])('the cost delta shows %s', (_, replay, spending, text) => {
  render(
    <Deltas
      inputTokens={noTokens}
      outputTokens={noTokens}
      callMs={noTokens}
      cost={{ recording: 2 * dollar, replay }}
      spending={{ recording: { ...knownCost, cost: 3 * dollar }, replay: spending }}
    />,
  )

  expect(screen.getByText('Cost').nextElementSibling).toHaveTextContent(text)
})
