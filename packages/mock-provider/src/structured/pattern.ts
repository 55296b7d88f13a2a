import type { AST } from '@eslint-community/regexpp'
import { parsePattern } from '@lathe/patterns'
import type { Room } from './room.ts'

type At = { position: number; room: Room }

/**
 * Texts built to match a pattern, shortest first: each repeat made `extra` times longer than it must be. A longer one
 * takes room only once it is asked for.
 */
export function* samplesOf(pattern: string, at: At): Generator<string> {
  const parsed = parsePattern(pattern)
  for (const extra of [0, 1, 2, 4, 8, 16, 32, 64])
    yield sampleAlternatives(parsed.alternatives, extra, at)
}

/** Returns the first word of a text that the pattern matches. */
export function matchIn(pattern: string, text: string, room: Room): string | undefined {
  const regex = room.patterns.compile(pattern)
  const candidates = text.match(/[^\s,;"'<>()]{1,64}/g) ?? []
  return candidates
    .map((candidate) => candidate.replace(/[.:!?]+$/, ''))
    .flatMap((candidate) => [candidate, candidate.replace(/^#/, '')])
    .find((candidate) => regex.test(candidate))
}

function sampleAlternatives(
  alternatives: readonly AST.Alternative[],
  extra: number,
  at: At,
): string {
  const chosen = alternatives[at.position % alternatives.length] ?? alternatives[0]
  return (chosen?.elements ?? []).map((element) => sample(element, extra, at)).join('')
}

function sample(element: AST.Element, extra: number, at: At): string {
  const { position, room } = at
  switch (element.type) {
    case 'Character':
      return String.fromCodePoint(element.value)
    case 'CharacterSet':
      return sampleSet(element, position)
    case 'CharacterClass':
      return sampleClass(element, position)
    case 'Group':
    case 'CapturingGroup':
      return sampleAlternatives(element.alternatives, extra, at)
    case 'Quantifier': {
      const count = Math.min(element.max, element.min + extra)
      room.take(count)
      return Array.from({ length: count }, () => sample(element.element, extra, at)).join('')
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
