import type { PromptMessage } from '@lathe/contract'
import { expect, test } from 'vitest'
import { pairMessages } from './pair-messages.ts'

const system = (text: string): PromptMessage => ({ role: 'system', text })
const user = (text: string): PromptMessage => ({ role: 'user', text })
const history: PromptMessage = { role: 'placeholder', channel: 'messages' }

test.each([
  ['nothing', [], [user('a')], [[undefined, 'a']]],
  [
    'a message put between',
    [system('s'), user('q')],
    [system('t'), history, user('q')],
    [
      ['s', 't'],
      [undefined, 'messages'],
      ['q', 'q'],
    ],
  ],
  [
    'one taken out',
    [system('s'), history, user('q')],
    [system('s'), user('r')],
    [
      ['s', 's'],
      ['messages', undefined],
      ['q', 'r'],
    ],
  ],
  [
    'another role',
    [system('s')],
    [user('s')],
    [
      ['s', undefined],
      [undefined, 's'],
    ],
  ],
])('pairs messages around %s', (_, before, after, expected) => {
  const words = (message?: PromptMessage) =>
    message && (message.role === 'placeholder' ? message.channel : message.text)

  const pairs = pairMessages(before, after).map(({ old, now }) => [words(old), words(now)])

  expect(pairs).toEqual(expected)
})
