import type { RunVersion, Variant } from '@lathe/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderComparison } from '../render-comparison.tsx'
import { detailOf, planOf } from '../testing.ts'
import { SaveSuite } from './save-suite.tsx'

const runs = (key: string, version: RunVersion): Variant => ({
  key,
  name: `Runs ${version}`,
  base: { type: 'agent', agent: 'asker', version, overrides: {} },
})

const open = (variants: Variant[]) =>
  renderComparison(
    detailOf({ plan: planOf({ variants }) }),
    <SaveSuite isOpen onClose={() => {}} />,
  )

const chosen = () => screen.findByRole('combobox', { name: 'Hold versions against' })

test('a suite is not offered to hold versions against a draft, and says why', async () => {
  open([runs('a', 'draft')])

  expect(await chosen()).toHaveValue('Runs draft')
  expect(screen.getByRole('note')).toHaveTextContent(/^This runs a draft, which goes on changing/)
  expect(screen.getByRole('button', { name: 'Save the suite' })).toHaveAttribute('data-disabled')
})

test('a suite takes a version before a draft', async () => {
  open([runs('a', 'draft'), runs('b', 2)])

  expect(await chosen()).toHaveValue('Runs 2')
  expect(screen.queryByRole('note')).not.toBeInTheDocument()
})

test('a version that the column changes is said to be held against as changed', async () => {
  const base = { type: 'agent' as const, agent: 'asker', version: 2 }
  const overrides = { answer: { tools: ['search'] } }
  open([{ key: 'a', name: 'Searching', base: { ...base, overrides } }])

  expect(await chosen()).toHaveValue('Searching')
  expect(screen.getByRole('note')).toHaveTextContent(/held against it with these changes/)
  expect(screen.getByRole('button', { name: 'Save the suite' })).not.toHaveAttribute(
    'data-disabled',
  )
})
