import { PIECE } from './span-text.ts'

/** The words of one span. FTS5 takes bytes for the text they encode in UTF-8. */
export type SpanText = { spanId: string; text: string | Uint8Array }

/** Spans of one trace that are indexed as one text. */
export type SpanGroup = { spanIds: string[]; text: string }

/** More spans start another group: a change to one span indexes its whole group again. */
const MAX_SPANS = 64

/**
 * Joins the texts of spans of one trace. A group contains each string once, because agents repeat the conversation in
 * the inputs and outputs of every step. A group ends with the span that exceeds `maxCharacters`.
 */
export function* groupTexts(
  spans: readonly SpanText[],
  maxCharacters: number,
): Generator<SpanGroup> {
  let pieces = new Set<string>()
  let spanIds: string[] = []
  let characters = 0
  for (const { spanId, text } of spans) {
    const words = typeof text === 'string' ? text : decoder.decode(text)
    for (const piece of words.split(PIECE)) {
      if (pieces.has(piece)) continue
      pieces.add(piece)
      characters += piece.length
    }
    spanIds.push(spanId)
    if (spanIds.length < MAX_SPANS && characters < maxCharacters) continue
    yield { spanIds, text: [...pieces].join(PIECE) }
    pieces = new Set()
    spanIds = []
    characters = 0
  }
  if (spanIds.length > 0) yield { spanIds, text: [...pieces].join(PIECE) }
}

const decoder = new TextDecoder()
