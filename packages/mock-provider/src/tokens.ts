/*
 * A stable tokenizer near four characters per token: a piece is an optional leading space and up to
 * six letters, three digits or four punctuation marks; whitespace runs and each CJK sign or emoji
 * are pieces of their own. Pieces joined give the text back.
 */

const KIND = { space: 0, letter: 1, digit: 2, mark: 3, wide: 4 } as const
type Kind = (typeof KIND)[keyof typeof KIND]

const LIMITS: Record<Kind, number> = { 0: 16, 1: 6, 2: 3, 3: 4, 4: 1 }
const SPACE = 0x20

function kindOf(code: number): Kind {
  if (code <= SPACE) return KIND.space
  if (code >= 0x30 && code <= 0x39) return KIND.digit
  if (code < 0x80) {
    const lower = code | 0x20
    return lower >= 0x61 && lower <= 0x7a ? KIND.letter : KIND.mark
  }
  if (code >= 0x2e80) return KIND.wide
  if (code >= 0xc0 && code < 0x2000) return KIND.letter
  return KIND.mark
}

function pieceEnd(text: string, start: number): number {
  let from = start
  if (text.charCodeAt(start) === SPACE && start + 1 < text.length) {
    const next = kindOf(text.charCodeAt(start + 1))
    if (next !== KIND.space && next !== KIND.wide) from = start + 1
  }

  const kind = kindOf(text.charCodeAt(from))
  if (kind === KIND.wide) return from + ((text.codePointAt(from) ?? 0) > 0xffff ? 2 : 1)

  const limit = Math.min(text.length, from + LIMITS[kind])
  let end = from + 1
  while (end < limit && kindOf(text.charCodeAt(end)) === kind) end += 1
  return end
}

export function countTokens(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at = pieceEnd(text, at)) count += 1
  return count
}

export function splitTokens(text: string): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length;) {
    const end = pieceEnd(text, at)
    pieces.push(text.slice(at, end))
    at = end
  }
  return pieces
}
