import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../../testing/render.tsx'
import { MissingInputs } from './missing-inputs.tsx'

const prompt = {
  messages: [{ role: 'user' as const, text: 'Sort {{ticket}}' }],
  model: { connection: 'practice', name: 'practice-1' },
}

test.each([
  ['no case has', [{ tickets: 'a' }], 'No case has {{ticket}}: they have {{tickets}}.'],
  [
    'some cases lack',
    [{ ticket: 'a' }, {}],
    '1 of 2 cases have no {{ticket}}: there it would fail.',
  ],
])('a variable that %s is told beforehand', (_, inputs, told) => {
  renderInApp(<MissingInputs prompt={prompt} cases={inputs.map((input) => ({ input }))} />)

  expect(screen.getByRole('note')).toHaveTextContent(told)
})

test('nothing is said of variables that are filled, nor before there are cases', () => {
  renderInApp(<MissingInputs prompt={prompt} cases={[{ input: { ticket: '' } }]} />)
  renderInApp(<MissingInputs prompt={prompt} cases={[]} />)

  expect(screen.queryByRole('note')).not.toBeInTheDocument()
})
