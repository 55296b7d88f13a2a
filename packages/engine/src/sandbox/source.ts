import type { RealmRequest } from './protocol.ts'

const STATEMENTS = /;|^\s*(?:return|throw|const|let|var|if|for|while|switch|try)\b/m

/** The user's text starts on this line of what is compiled. */
export const FIRST_LINE = 2

/** Both readings of a source, and which one's syntax error to report when neither compiles. */
export type Forms = { expression: string; body: string; isLikelyBody: boolean }

/**
 * What reads as an expression is one; anything else is a function body. The inner function lets the
 * text declare a variable that has a channel's name.
 */
export function forms({ source, names, mode }: RealmRequest): Forms {
  const inner = mode === 'code' ? 'async ()' : '()'
  const head = `"use strict";((${['state', ...names].join(',')}) => ${inner} =>`
  return {
    expression: `${head} (\n${source.replace(/;\s*$/, '')}\n))`,
    body: `${head} {\n${source}\n})`,
    isLikelyBody: STATEMENTS.test(source),
  }
}
