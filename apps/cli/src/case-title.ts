import type { ComparisonCase } from '@lathe/contract'

const MOST = 100

/** The case name, or else its inputs, followed by the case key in parentheses. */
export function caseTitle({ key, name, input }: ComparisonCase): string {
  const said = Object.values(input)
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .filter((text) => text.trim() !== '')
  const text = (name === '' ? said.join(', ') : name).replaceAll(/\s+/g, ' ').trim()
  if (text === '') return key
  return `${text.length > MOST ? `${text.slice(0, MOST)}…` : text} (${key})`
}
