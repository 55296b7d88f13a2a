import type { AST } from '@eslint-community/regexpp'
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import * as z from 'zod'

/** Reads as ECMAScript with the `u` flag, as JSON Schema asks. Throws on a syntax error. */
export function parsePattern(pattern: string): AST.Pattern {
  return new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true })
}

export function isPattern(pattern: string): boolean {
  try {
    parsePattern(pattern)
    return true
  } catch {
    return false
  }
}

/** zod writes these into the schemas of its own formats; they are known to fail fast. */
const KNOWN = new Set(
  Object.values(z.regexes).flatMap((regex) => (regex instanceof RegExp ? [regex.source] : [])),
)

const verdicts = new Map<string, boolean>()
const REMEMBERED = 500

/**
 * Whether matching it against any text ends soon. A repeat in a repeat whose turns are not told apart, a repeated
 * choice between alternatives that may start alike, or a back-reference could take exponential time.
 */
export function isSafePattern(pattern: string): boolean {
  const known = verdicts.get(pattern)
  if (known !== undefined) return known
  const verdict = KNOWN.has(pattern) || (isPattern(pattern) && isLinear(parsePattern(pattern)))
  if (verdicts.size >= REMEMBERED) verdicts.clear()
  verdicts.set(pattern, verdict)
  return verdict
}

function isLinear(pattern: AST.Pattern): boolean {
  let openRepeats = 0
  let isSafe = true
  visitRegExpAST(pattern, {
    onQuantifierEnter(node) {
      if (!isRepeat(node)) return
      if (openRepeats > 1 || (openRepeats === 1 && !isDelimited(node))) isSafe = false
      openRepeats += 1
    },
    onQuantifierLeave(node) {
      if (isRepeat(node)) openRepeats -= 1
    },
    onGroupEnter(node) {
      if (openRepeats > 0 && !startApart(node.alternatives)) isSafe = false
    },
    onCapturingGroupEnter(node) {
      if (openRepeats > 0 && !startApart(node.alternatives)) isSafe = false
    },
    onBackreferenceEnter() {
      isSafe = false
    },
  })
  return isSafe
}

const isRepeat = (node: AST.Node): boolean => node.type === 'Quantifier' && node.min !== node.max

/**
 * Whether it is all that varies in a group, as in `(-[a-z]+)*`, which begins or ends with a character that nothing else in
 * it matches: then a text has one way to be taken apart.
 */
function isDelimited(repeat: AST.Quantifier): boolean {
  const group = repeat.parent.type === 'Alternative' ? repeat.parent.parent : undefined
  if (group?.type !== 'Group' && group?.type !== 'CapturingGroup') return false
  const [alternative, ...others] = group.alternatives
  if (!alternative || others.length > 0 || !isRepeat(group.parent)) return false
  const { elements } = alternative
  const isOnlyOne = elements.every((one) => one === repeat || !isRepeat(one))
  return isOnlyOne && [elements.at(0), elements.at(-1)].some((one) => one && isApart(one, elements))
}

const isApart = (delimiter: AST.Element, elements: readonly AST.Element[]): boolean =>
  delimiter.type === 'Character' &&
  elements.every((one) => one === delimiter || cannotMatch(one, delimiter.value))

/** Whatever flags a group may set; false where it is more than a set of characters. */
function cannotMatch(element: AST.Element, character: number): boolean {
  const one = element.type === 'Quantifier' ? element.element : element
  const isOfSet =
    one.type === 'Character' || one.type === 'CharacterClass' || one.type === 'CharacterSet'
  return isOfSet && !new RegExp(`^${one.raw}$`, 'isu').test(String.fromCodePoint(character))
}

function startApart(alternatives: readonly AST.Alternative[]): boolean {
  if (alternatives.length < 2) return true
  const starts = alternatives.map(({ elements: [first] }) =>
    first?.type === 'Character' ? first.value : undefined,
  )
  return !starts.includes(undefined) && new Set(starts).size === starts.length
}
