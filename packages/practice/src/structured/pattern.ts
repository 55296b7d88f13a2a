import type { AST } from '@eslint-community/regexpp'
import { isSafePattern, parsePattern } from './pattern-safety.ts'

/** Texts built to match a pattern, shortest first: each repeat made `extra` times longer than it must be. */
export function samplesOf(pattern: string, position: number): string[] {
  const parsed = parsePattern(pattern)
  return [0, 1, 2, 4, 8, 16, 32, 64].map((extra) =>
    sampleAlternatives(parsed.alternatives, extra, position),
  )
}

/** The first part of a text that matches from end to end, if the pattern is one to trust with text. */
export function matchIn(pattern: string, text: string): string | undefined {
  if (!isSafePattern(pattern)) return undefined
  const regex = new RegExp(pattern, 'u')
  const candidates = text.match(/[^\s,;"'<>()]{1,64}/g) ?? []
  return candidates
    .map((candidate) => candidate.replace(/[.:!?]+$/, ''))
    .flatMap((candidate) => [candidate, candidate.replace(/^#/, '')])
    .find((candidate) => regex.test(candidate))
}

function sampleAlternatives(
  alternatives: readonly AST.Alternative[],
  extra: number,
  position: number,
): string {
  const chosen = alternatives[position % alternatives.length] ?? alternatives[0]
  return (chosen?.elements ?? []).map((element) => sample(element, extra, position)).join('')
}

function sample(element: AST.Element, extra: number, position: number): string {
  switch (element.type) {
    case 'Character':
      return String.fromCodePoint(element.value)
    case 'CharacterSet':
      return sampleSet(element, position)
    case 'CharacterClass':
      return sampleClass(element, position)
    case 'Group':
    case 'CapturingGroup':
      return sampleAlternatives(element.alternatives, extra, position)
    case 'Quantifier': {
      const count = Math.min(element.max, element.min + extra)
      return Array.from({ length: count }, () => sample(element.element, extra, position)).join('')
    }
    default:
      // Assertions take no room; what they ask for is left to the validator.
      return ''
  }
}

const CANDIDATES = Array.from(
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -_.,:;/+@#!?()[]{}\'"*&%$=<>|~^`\\\n\téß漢',
)

function sampleSet(set: AST.CharacterSet, position: number): string {
  const digits = '0123456789'
  if (set.kind === 'any') return CANDIDATES[position % 26] ?? 'a'
  if (set.kind === 'digit' && !set.negate) return digits[(position + 1) % 10] ?? '1'
  if (set.kind === 'word' && !set.negate) return CANDIDATES[position % 26] ?? 'a'
  if (set.kind === 'space' && !set.negate) return ' '
  return matchingCharacter(set.raw, position)
}

function sampleClass(set: AST.CharacterClass, position: number): string {
  if (set.unicodeSets || set.negate) return matchingCharacter(set.raw, position)
  const [first] = set.elements
  if (set.elements.length === 1 && first?.type === 'CharacterClassRange') {
    const span = first.max.value - first.min.value + 1
    return String.fromCodePoint(first.min.value + (position % span))
  }
  if (set.elements.every((element) => element.type === 'Character')) {
    const character = set.elements[position % set.elements.length]
    return character?.type === 'Character' ? String.fromCodePoint(character.value) : ''
  }
  return (
    matchingCharacter(set.raw, position) ||
    (first?.type === 'CharacterClassRange' ? String.fromCodePoint(first.min.value) : '')
  )
}

function matchingCharacter(source: string, position: number): string {
  const regex = new RegExp(`^${source}$`, 'u')
  const matching = CANDIDATES.filter((character) => regex.test(character))
  return matching[position % Math.max(1, matching.length)] ?? ''
}
