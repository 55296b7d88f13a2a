import { estimateDocument, type Estimate, type Range } from '@lathe/graph'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderWorkbench } from '../render-workbench.tsx'
import { graph } from '../testing.ts'
import { EstimateLine, estimateText } from './estimate-line.tsx'

test('the line expands to an estimate per node and edge', async () => {
  const document = graph()
  const estimate = estimateDocument(document, { priceCall: () => null })
  await renderWorkbench(<EstimateLine estimate={estimate} budget={{ tokens: 10 }} />, { document })

  await userEvent.click(await screen.findByRole('button', { name: /^Estimate: 1 call · / }))

  const table = await screen.findByRole('region', { name: 'Estimate of the next run' })
  expect(within(table).getByRole('row', { name: /^answer 1 / })).toBeVisible()
  expect(within(table).getByRole('row', { name: /^start → answer · 1 × 1 / })).toBeVisible()
  expect(within(table).getByRole('row', { name: /^Total .*budget 10/ })).toBeVisible()
  expect(within(table).getByText(/No price known for demo-1/)).toBeVisible()
})

test('a graph without models shows no estimate', async () => {
  const document = graph({ nodes: { answer: { kind: 'set', values: {} } } })
  const estimate = estimateDocument(document, { priceCall: () => null })
  await renderWorkbench(<EstimateLine estimate={estimate} budget={{}} />, { document })

  expect(screen.queryByRole('button')).toBeNull()
})

const estimate = (calls: Range, cost: Range | null): Estimate => ({
  total: { calls, tokens: { min: 10, typical: 2_040, max: 9_000 }, cost },
  nodes: [],
  edges: [],
  unpriced: [],
  uncounted: [],
})
const cost = { min: 100_000, typical: 300_000, max: 900_000 }

test.each([
  [{ min: 3, typical: 5, max: 9 }, cost, 'about 5 calls, 3 to 9 · about 2.0 k tokens · $0.0003'],
  [{ min: 1, typical: 1, max: 1 }, cost, '1 call · about 2.0 k tokens · $0.0003'],
  [
    { min: 2, typical: 3, max: Infinity },
    null,
    'about 3 calls, at least 2 · about 2.0 k tokens · price unknown',
  ],
  [{ min: 0, typical: 0.6, max: 4 }, cost, 'about 1 call, 0 to 4 · about 2.0 k tokens · $0.0003'],
  [{ min: 0, typical: 0, max: 0 }, cost, null],
])('an estimate of %j calls is formatted', (calls, price, text) => {
  expect(estimateText(estimate(calls, price))).toBe(text)
})
