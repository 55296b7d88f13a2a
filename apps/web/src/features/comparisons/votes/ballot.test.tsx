import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderComparison } from '../render-comparison.tsx'
import { cell, makeDetail, row } from '../testing.ts'
import { Ballot } from './ballot.tsx'

test('the ballot shows the reference', async () => {
  const pair = {
    key: 'p',
    row: { ...row('one'), reference: 'the moon' },
    left: cell('a.one'),
    right: cell('b.one'),
  }

  renderComparison(makeDetail(), <Ballot pair={pair} onVote={() => {}} onMove={() => {}} />)

  expect(await screen.findByText('the moon')).toBeVisible()
})
