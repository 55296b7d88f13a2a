import type { Json } from '@lathe/contract'

/** What the user's text sees: each name as a variable, all of them together as `state`. */
export type Scope = Record<string, Json>

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/
const RESERVED = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval ' +
    'export extends false finally for function if implements import in instanceof interface let new ' +
    'null package private protected public return static super switch this throw true try typeof var ' +
    'void while with yield state undefined'
  ).split(' '),
)
/** `state` used other than as `state.name`. */
const WHOLE_STATE = /\bstate\b(?!\s*\??\.\s*[\w$])/

/**
 * Only what the text can reach crosses into the sandbox: a condition on one flag must not pay for a
 * long message list. A name the text cannot spell out is out of reach, except through an escape.
 */
export function reachable(source: string, scope: Scope): { names: string[]; scopeJson: string } {
  const needsAll = source.includes('\\') || WHOLE_STATE.test(source)
  const visible = Object.entries(scope).filter(([name]) => needsAll || source.includes(name))
  return {
    names: visible
      .map(([name]) => name)
      .filter((name) => IDENTIFIER.test(name) && !RESERVED.has(name)),
    scopeJson: JSON.stringify(Object.fromEntries(visible)),
  }
}
