import type { GraphDocument } from '@lathe/contract'
import { promptDocument } from '@lathe/graph'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../../testing/render.tsx'
import { MissingInputs } from './variant-editor.tsx'

const document = promptDocument({
  messages: [{ role: 'user', text: 'Sort {{ticket}}' }],
  model: { connection: 'demo', name: 'demo-1' },
})

test.each([
  ['no case provides', [{ tickets: 'a' }], 'No case has {{ticket}}: they have {{tickets}}.'],
  ['some cases lack', [{ ticket: 'a' }, {}], '1 of 2 cases have no {{ticket}} and would fail.'],
])('warns about a variable that %s', (_, inputs, told) => {
  renderInApp(<MissingInputs document={document} cases={inputs.map((input) => ({ input }))} />)

  expect(screen.getByRole('note')).toHaveTextContent(told)
})

test('does not warn about provided variables, nor without cases', () => {
  renderInApp(<MissingInputs document={document} cases={[{ input: { ticket: '' } }]} />)
  renderInApp(<MissingInputs document={document} cases={[]} />)

  expect(screen.queryByRole('note')).not.toBeInTheDocument()
})

test('a chat needs messages, but a channel with a default needs no input', () => {
  const state: GraphDocument['state'] = {
    messages: { type: 'messages' },
    language: { type: 'string', default: 'English' },
  }
  const chat = { input: ['messages', 'language'], state }
  renderInApp(<MissingInputs document={chat} cases={[{ input: {} }]} />)

  expect(screen.getByRole('note')).toHaveTextContent(/^No case has {{messages}}\.$/)
})
