import { changedBody } from '../egress/changed-body.ts'
import type { Bytes } from '../egress/changed-body.ts'

export type AnswerBounds = {
  /** After decompression. */
  maxBytes: number
  tooLong: () => Error
  /** The longest wait for something to be said. */
  idleMs: number
  silence: () => Error
}

/** The same response, whose body fails once it is too long or silent; what only keeps a line open says nothing. */
export function boundedAnswer(response: Response, bounds: AnswerBounds): Response {
  const { maxBytes, tooLong, idleMs, silence } = bounds
  const saysSomething = listening()
  let seen = 0
  let since = 0
  let silentMs = 0
  return changedBody(response, {
    wait(reading) {
      since = performance.now()
      return inTime(reading, idleMs - silentMs, silence)
    },
    chunk(bytes) {
      silentMs = saysSomething(bytes) ? 0 : silentMs + performance.now() - since
      seen += bytes.byteLength
      if (seen > maxBytes) throw tooLong()
      return bytes
    },
  })
}

async function inTime<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms)
  })
  try {
    return await Promise.race([work, end])
  } finally {
    clearTimeout(timer)
  }
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
