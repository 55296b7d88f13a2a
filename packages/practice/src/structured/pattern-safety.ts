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
 * Whether matching it against any text ends soon. A repeat in a repeat, a repeated choice between
 * alternatives that may start alike, or a back-reference could take exponential time.
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
      if (node.min === node.max) return
      if (openRepeats > 0) isSafe = false
      openRepeats += 1
    },
    onQuantifierLeave(node) {
      if (node.min !== node.max) openRepeats -= 1
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

function startApart(alternatives: readonly AST.Alternative[]): boolean {
  if (alternatives.length < 2) return true
  const starts = alternatives.map(({ elements: [first] }) =>
    first?.type === 'Character' ? first.value : undefined,
  )
  return !starts.includes(undefined) && new Set(starts).size === starts.length
}
