import { expect, test } from 'vitest'
import { caseTitle } from './case-title.ts'

const titled = (input: Record<string, string>) =>
  caseTitle({ key: 'c1', name: '', input, reference: null })

test('inputs that say nothing are not in the title of a case', () => {
  expect(titled({ question: 'Tides?', note: '' })).toBe('Tides? (c1)')
  expect(titled({ note: ' ' })).toBe('c1')
})
