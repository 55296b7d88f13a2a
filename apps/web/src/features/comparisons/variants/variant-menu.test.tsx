import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { renderComparison } from '../render-comparison.tsx'
import { column, detailOf, planOf } from '../testing.ts'
import { VariantMenu } from './variant-menu.tsx'

let stop = () => {}
afterEach(() => stop())

test('a column is promoted from its menu, whatever the verdict', async () => {
  const prices = fake.models.prices.handler(() => [])
  stop = serveFake({ models: { prices }, prompts: { list: fake.prompts.list.handler(() => []) } })
  const lone = column('a')
  renderComparison(detailOf({ plan: planOf({ variants: [lone] }) }), <VariantMenu variant={lone} />)

  fireEvent.click(await screen.findByRole('button', { name: `More of ${lone.name}` }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Promote…' }))

  expect(await screen.findByRole('dialog', { name: `Promote ${lone.name}` })).toBeVisible()
})
