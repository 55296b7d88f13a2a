import { DUPLICATE } from '@lathe/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../../testing/render.tsx'
import { DuplicateCall, DuplicateCallsLine } from './duplicate-calls.tsx'
import { span } from '../testing.ts'

const duplicateSpan = span({ kind: 'model', tags: [DUPLICATE] })

test('a trace reports how many calls were reported twice', () => {
  renderInApp(<DuplicateCallsLine spans={[span({}), duplicateSpan, duplicateSpan]} />)

  expect(screen.getByText(/reported 2 model calls/)).toBeVisible()
})

test('a trace without duplicate calls has no note', () => {
  renderInApp(<DuplicateCallsLine spans={[span({})]} />)

  expect(screen.queryByText(/reported/)).not.toBeInTheDocument()
})

test('a duplicate call shows a note', () => {
  renderInApp(<DuplicateCall span={duplicateSpan} />)

  expect(screen.getByText(/counts the tokens and cost/)).toBeVisible()
})
