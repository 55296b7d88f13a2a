import type { RunError } from '@lathe/contract'
import type { JsonText } from '../json.ts'
import { type PackedSpans, packSpans } from './buffered-spans.ts'
import { RequestThread } from './request-thread.ts'
import type { BufferedSpan } from './text-index.ts'

/** Words of a group of spans of one trace; a long text has several parts. */
export type Part = { traceId: string; spanIds: string[]; vector: Uint8Array }

/** A span as it is stored. */
export type StoredWords = {
  traceId: string
  spanId: string
  isEnded: boolean
  name: string
  model: string | null
  error: JsonText<RunError> | null
  /** JSON in UTF-8. */
  payloads: (Uint8Array | null)[]
}

type Asked = { handed: PackedSpans; stored?: never } | { handed?: never; stored: StoredWords[] }
export type LexemeRequest = Asked & { id: number }
export type LexemeReply = {
  id: number
  parts: Omit<Part, 'vector'>[]
  vectors: Uint8Array<ArrayBuffer>[]
}

/** Words told apart in a thread of their own: they take a third of all that storing a span in Postgres asks of this process. */
export class Lexemes {
  #thread: RequestThread<Asked, LexemeReply> | undefined

  async splitBuffered(spans: readonly BufferedSpan[]): Promise<Part[]> {
    const handed = packSpans(spans)
    return await this.#ask({ handed }, [handed.json.buffer, handed.words.buffer])
  }

  async splitStored(stored: StoredWords[]): Promise<Part[]> {
    return await this.#ask({ stored })
  }

  async #ask(asked: Asked, transfer: ArrayBuffer[] = []): Promise<Part[]> {
    if (!this.#thread || this.#thread.isOver) this.#thread = startThread()
    const { parts, vectors } = await this.#thread.ask(asked, transfer)
    return vectors.flatMap((vector, at) => {
      const part = parts[at]
      return part ? [{ ...part, vector }] : []
    })
  }

  rest(): void {
    if (this.#thread?.isAsked === false) void this.end()
  }

  /** The next question starts it anew. */
  async end(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    await thread?.end()
  }
}

const startThread = () =>
  new RequestThread<Asked, LexemeReply>(new URL('./lexeme-thread.ts', import.meta.url), {
    name: 'words',
  })
