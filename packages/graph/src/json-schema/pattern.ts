import type { AST } from '@eslint-community/regexpp'
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import * as z from 'zod'

/** zod writes these into the schemas of its own formats; they are known to end soon. */
const KNOWN = new Set(
  Object.values(z.regexes).flatMap((regex) => (regex instanceof RegExp ? [regex.source] : [])),
)

/** Why a pattern may not stand in a schema; null when it may. */
export function patternProblem(source: string): string | null {
  if (KNOWN.has(source)) return null
  try {
    const pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicode: true })
    return mayExplode(pattern) ? 'this pattern could take forever on some texts' : null
  } catch {
    return 'not a regular expression'
  }
}

/**
 * Whether matching could take exponential time: by a repeat in a repeat, a repeated choice between
 * alternatives that may start alike, or a back-reference.
 */
function mayExplode(pattern: AST.Pattern): boolean {
  let repeats = 0
  let isRisky = false
  const enterGroup = ({ alternatives }: { alternatives: AST.Alternative[] }) => {
    if (repeats > 0 && !startApart(alternatives)) isRisky = true
  }
  visitRegExpAST(pattern, {
    onQuantifierEnter(quantifier) {
      if (!isOpen(quantifier)) return
      if (repeats > 0) isRisky = true
      repeats += 1
    },
    onQuantifierLeave(quantifier) {
      if (isOpen(quantifier)) repeats -= 1
    },
    onGroupEnter: enterGroup,
    onCapturingGroupEnter: enterGroup,
    onBackreferenceEnter() {
      isRisky = true
    },
  })
  return isRisky
}

/** Tells one number of repeats from another; an optional part is none or one. */
const isOpen = ({ min, max }: AST.Quantifier) => min !== max && max > 1

function startApart(alternatives: readonly AST.Alternative[]): boolean {
  if (alternatives.length < 2) return true
  const starts = alternatives.map(({ elements: [first] }) =>
    first?.type === 'Character' ? first.value : undefined,
  )
  return !starts.includes(undefined) && new Set(starts).size === starts.length
}
