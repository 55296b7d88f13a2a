import { estimateDocument } from '@lathe/graph'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderBench } from '../render-bench.tsx'
import { graph } from '../testing.ts'
import { EstimateLine } from './estimate-line.tsx'

test('a line breaks down into nodes and edges', async () => {
  const document = graph()
  const estimate = estimateDocument(document, { priceOf: () => null })
  await renderBench(<EstimateLine estimate={estimate} budget={{ tokens: 10 }} />, { document })

  await userEvent.click(await screen.findByRole('button', { name: /^Estimate: 1 call · / }))

  const table = await screen.findByRole('region', { name: 'Estimate of the next run' })
  expect(within(table).getByRole('row', { name: /^answer 1 / })).toBeVisible()
  expect(within(table).getByRole('row', { name: /^start → answer · 1 × 1 / })).toBeVisible()
  expect(within(table).getByRole('row', { name: /^Total .*budget 10/ })).toBeVisible()
  expect(within(table).getByText(/No price is known for demo-1/)).toBeVisible()
})

test('a graph without models has no line', async () => {
  const document = graph({ nodes: { answer: { kind: 'set', values: {} } } })
  const estimate = estimateDocument(document, { priceOf: () => null })
  await renderBench(<EstimateLine estimate={estimate} budget={{}} />, { document })

  expect(screen.queryByRole('button')).toBeNull()
})
