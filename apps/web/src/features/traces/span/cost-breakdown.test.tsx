import { audioUsage, type ModelPrice, ZERO_USAGE, type Usage } from '@lathe/contract'
import { computeCost } from '@lathe/traces'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { span } from '../testing.ts'
import { CostBreakdown } from './cost-breakdown.tsx'

let stop = () => {}
afterEach(() => stop())

const price: ModelPrice = {
  id: '0190a000-0000-7000-8000-000000000001',
  pattern: 'gpt-audio',
  validFrom: 0,
  input: 2e9,
  cachedRead: null,
  cachedWrite: null,
  output: 10e9,
  reasoning: null,
  audioInput: 32e9,
  audioOutput: 64e9,

  audioCached: null,
  source: 'list',
}

async function renderLines(usage: Usage) {
  stop = serveFake({ models: { prices: fake.models.prices.handler(() => [price]) } })
  const call = span({ kind: 'model', model: 'gpt-audio', usage, cost: computeCost(price, usage) })
  renderInApp(<CostBreakdown span={call} />)
  await userEvent.click(await screen.findByText(/^Cost breakdown/))
  const table = within(await screen.findByRole('table'))
  return table.getAllByRole('row').map((row) => row.textContent)
}

test('audio tokens are priced by direction', async () => {
  const usage = { ...ZERO_USAGE, input: 1_000, output: 500, ...audioUsage(600, 450) }

  expect(await renderLines(usage)).toEqual([
    'TypeTokensPer millionCost',
    'Input400$2.00$0.0008',
    'Input, audio600$32.00$0.019',
    'Output50$10.00$0.0005',
    'Output, audio450$64.00$0.029',
    'Total1,500$0.049',
  ])
})

test('audio of unknown direction shows how it is priced', async () => {
  const { audioInput: _in, audioOutput: _out, ...untoldUsage } = ZERO_USAGE

  expect(await renderLines({ ...untoldUsage, input: 1_000, output: 500, audio: 1_200 })).toEqual([
    'TypeTokensPer millionCost',
    'Audio unknown direction, priced as input1,000$32.00$0.032',
    'Output300$10.00$0.003',
    'Audio unknown direction, priced as output200$64.00$0.013',
    'Total1,500$0.048',
  ])
})

test('unattributed tokens make the breakdown incomplete', async () => {
  const usage = { ...ZERO_USAGE, input: 1_000, output: 500, unattributed: 250 }

  expect(await renderLines(usage)).toEqual([
    'TypeTokensPer millionCost',
    'Input1,000$2.00$0.002',
    'Output500$10.00$0.005',
    'Unattributed250unknown',
    'Total (incomplete)1,750$0.007 + ?',
  ])
})
