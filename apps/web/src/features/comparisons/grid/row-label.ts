import type { ComparisonCase } from '@lathe/contract'
import { pictureWords } from '../../../lib/pictures.ts'
import { inputText } from '../cells/output-text.ts'

const MOST = 120

/** What a screen reader says before each cell of a row: as much of the case as tells it apart. */
export function rowLabel({ name, input }: Pick<ComparisonCase, 'name' | 'input'>): string {
  const fields = Object.entries(input).map(([field, value]) => {
    const said = inputText(value)
    return `${field} ${pictureWords(said) ?? said.slice(0, MOST)}`
  })
  const text = [name, ...fields].filter((part) => part !== '').join(', ')
  if (text === '') return 'No input'
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text
}
