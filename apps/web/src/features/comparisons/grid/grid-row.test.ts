import { expect, test } from 'vitest'
import { rowLabel } from './grid-row.tsx'

test('rowLabel contains the name and the start of the inputs', () => {
  expect(rowLabel({ name: 'Tides', input: { question: 'Why?' } })).toBe('Tides, question Why?')
  expect(rowLabel({ name: '', input: { question: 'w'.repeat(9_000) } })).toHaveLength(121)
  expect(rowLabel({ name: '', input: { photo: 'data:image/png;base64,iVBORw0KGgo=' } })).toBe(
    'photo PNG, 8 B',
  )
  expect(rowLabel({ name: '', input: {} })).toBe('No input')
})
