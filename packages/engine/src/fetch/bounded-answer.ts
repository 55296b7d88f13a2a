import { changedBody } from '../egress/changed-body.ts'
import type { Bytes } from '../egress/changed-body.ts'

export type AnswerBounds = {
  /** After decompression. */
  maxBytes: number
  tooLong: () => Error
  /** The longest time in which the line is only kept open. */
  wordlessMs: number
  wordless: () => Error
}

/**
 * The same response, whose body fails once it is too long, or once comments have stood in for an answer for too long.
 * That not even those come is seen where the bytes are read.
 */
export function boundedAnswer(response: Response, bounds: AnswerBounds): Response {
  const { maxBytes, tooLong, wordlessMs, wordless } = bounds
  const saysSomething = listening()
  let seen = 0
  let lastWord = performance.now()
  return changedBody(response, {
    chunk(bytes) {
      const now = performance.now()
      if (saysSomething(bytes)) lastWord = now
      else if (now - lastWord > wordlessMs) throw wordless()
      seen += bytes.byteLength
      if (seen > maxBytes) throw tooLong()
      return bytes
    },
  })
}

/** A line of an event stream that is no comment, or any text. */
const WORDS = /^[ \t]*[^:\s]/m

/** Lines may come in pieces. */
function listening(): (bytes: Bytes) => boolean {
  let begun = ''
  return ({ buffer, byteOffset, byteLength }) => {
    const said = begun + Buffer.from(buffer, byteOffset, byteLength).toString('latin1')
    const lastLine = Math.max(said.lastIndexOf('\n'), said.lastIndexOf('\r')) + 1
    begun = said.slice(lastLine).trimStart().charAt(0)
    return WORDS.test(said)
  }
}
