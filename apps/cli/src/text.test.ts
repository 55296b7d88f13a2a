import { expect, test } from 'vitest'
import { table } from './text.ts'

test('strips line breaks and terminal escapes from table cells', () => {
  const rows = [
    ['A', '1 failed: \u001b[2Jgone\r\nand\tmore'],
    ['longer', '\u009b31m'],
  ]

  expect(table(rows)).toBe('A       1 failed:  [2Jgone and more\nlonger   31m\n')
})
