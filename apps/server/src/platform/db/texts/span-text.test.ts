import { expect, test } from 'vitest'
import { PIECE, textOf } from './span-text.ts'

test('contains every string and number, but no keys', () => {
  const value = { key: ['a', { deep: 'b', count: 3, nothing: null, isTrue: true }] }

  expect(textOf(['name', value])).toBe(['name', 'a', 'b', '3'].join(PIECE))
})

test('ignores JSON escapes inside strings', () => {
  const json = JSON.stringify({ text: 'to\nRome\tin C:\\new' })

  expect(textOf([json])).toBe('{"text":"to Rome in C: new"}')
  expect(textOf([String.raw`C:\new`])).toBe(String.raw`C:\new`)
})

test.each([[0], [1], [250], [499], [1_000]])(
  'data is left out wherever it begins: %i',
  (before) => {
    const prose = 'word '.repeat(before / 5)
    const data = 'QUJD'.repeat(300)

    const text = textOf([`${prose} ${data} end`])

    expect(text).not.toContain('QUJD')
    expect(text).toContain('end')
  },
)

test('removes data of several megabytes', () => {
  const film = 'QUJD'.repeat(5_000_000)

  expect(textOf([`before ${film} between ${film}`, 'after'])).toBe(
    `before   between  ${PIECE}after`,
  )
})

test('keeps a long text of a language without spaces', () => {
  const text = '退款政策'.repeat(200)

  expect(textOf([text]).replaceAll(' ', '')).toBe(text)
})
