import type { PromptMessage } from '@lathe/contract'
import { expect, test } from 'vitest'
import { alignItems } from './align.ts'

const system = (text: string): PromptMessage => ({ role: 'system', text })
const user = (text: string): PromptMessage => ({ role: 'user', text })
const history: PromptMessage = { role: 'placeholder', channel: 'messages' }

test.each<[string, PromptMessage[], PromptMessage[], unknown]>([
  ['nothing', [], [user('a')], [[null, 0]]],
  [
    'a message put between',
    [system('s'), user('q')],
    [system('t'), history, user('q')],
    [
      [0, 0],
      [null, 1],
      [1, 2],
    ],
  ],
  [
    'one taken out',
    [system('s'), history, user('q')],
    [system('s'), user('r')],
    [
      [0, 0],
      [1, null],
      [2, 1],
    ],
  ],
  ['a message that another says now', [system('s')], [user('s')], [[0, 0]]],
  [
    'one that another role stands for',
    [system('s'), user('q')],
    [history, user('q')],
    [
      [0, 0],
      [1, 1],
    ],
  ],
])('alignItems pairs messages around %s', (_, before, after, expected) => {
  expect(alignItems(before, after)).toEqual(expected)
})
