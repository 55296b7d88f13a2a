import type { ComparisonCase } from '@lathe/contract'

const MOST = 100

/** What tells a case of a report from the others: its name, or else its inputs, and its key behind that. */
export function caseTitle({ key, name, input }: ComparisonCase): string {
  const said = Object.values(input)
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .filter((text) => text.trim() !== '')
  const text = (name === '' ? said.join(', ') : name).replaceAll(/\s+/g, ' ').trim()
  if (text === '') return key
  return `${text.length > MOST ? `${text.slice(0, MOST)}…` : text} (${key})`
}
