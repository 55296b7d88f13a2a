import { expect, test } from 'vitest'
import { caseTitle } from './case-title.ts'

const titled = (input: Record<string, string>) =>
  caseTitle({ key: 'c1', name: '', input, reference: null })

test('leaves empty inputs out of a case title', () => {
  expect(titled({ question: 'Tides?', note: '' })).toBe('Tides? (c1)')
  expect(titled({ note: ' ' })).toBe('c1')
})
