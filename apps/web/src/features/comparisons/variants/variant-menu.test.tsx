import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { renderComparison } from '../render-comparison.tsx'
import { PromoteButton } from '../promotion/promote-button.tsx'
import { cell, column, makeDetail, makePlan, row } from '../testing.ts'
import { VariantMenu } from './variant-menu.tsx'

let stop = () => {}
afterEach(() => stop())

test('promotes a variant from its menu', async () => {
  const prices = fake.models.prices.handler(() => [])
  stop = serveFake({ models: { prices }, prompts: { list: fake.prompts.list.handler(() => []) } })
  const lone = column('a')
  renderComparison(
    makeDetail({ plan: makePlan({ variants: [lone] }) }),
    <VariantMenu variant={lone} />,
  )

  fireEvent.click(await screen.findByRole('button', { name: `Actions for ${lone.name}` }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Promote…' }))

  expect(await screen.findByRole('dialog', { name: `Promote ${lone.name}` })).toBeVisible()
})

test('does not promote a variant that fails more often than the baseline', async () => {
  const prices = fake.models.prices.handler(() => [])
  stop = serveFake({ models: { prices }, prompts: { list: fake.prompts.list.handler(() => []) } })
  const cases = Array.from({ length: 12 }, (_, at) => row(`c${at}`))
  const broken = column('b')
  const detail = makeDetail({
    plan: makePlan({ variants: [column('a'), broken], cases }),
    grid: cases.flatMap(({ key }) => [
      cell(`a.${key}`),
      cell(`b.${key}`, { status: 'error', output: null }),
    ]),
  })
  renderComparison(
    detail,
    <>
      <VariantMenu variant={broken} />
      <PromoteButton variant={broken} />
    </>,
  )

  const button = await screen.findByRole('button', { name: 'Promote…' })
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(button).toHaveAccessibleDescription('B fails more often than the baseline')
  fireEvent.click(button)
  fireEvent.click(screen.getByRole('button', { name: `Actions for ${broken.name}` }))
  const item = await screen.findByRole('menuitem', { name: /Promote…/ })
  expect(item).toHaveAttribute('aria-disabled', 'true')
  fireEvent.click(item)
  expect(screen.queryByRole('dialog')).toBeNull()
})
