import type { RunError } from '@lathe/contract'
import type { JsonText } from '../json.ts'
import { type PackedSpans, packSpans } from './buffered-spans.ts'
import { RequestThread } from '../../workers/request-thread.ts'
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

type Request =
  | { buffered: PackedSpans; stored?: never }
  | { buffered?: never; stored: StoredWords[] }
export type LexemeRequest = Request & { id: number }
export type LexemeReply = {
  id: number
  parts: Omit<Part, 'vector'>[]
  vectors: Uint8Array<ArrayBuffer>[]
}

/** Splits texts into words in a thread: a third of the CPU that ingest takes with Postgres. */
export class LexemeWorker {
  #thread: RequestThread<Request, LexemeReply> | undefined

  async splitBuffered(spans: readonly BufferedSpan[]): Promise<Part[]> {
    const buffered = packSpans(spans)
    return await this.#send({ buffered }, [buffered.json.buffer, buffered.words.buffer])
  }

  async splitStored(stored: StoredWords[]): Promise<Part[]> {
    return await this.#send({ stored })
  }

  async #send(request: Request, transfer: ArrayBuffer[] = []): Promise<Part[]> {
    if (!this.#thread || this.#thread.hasEnded) this.#thread = startThread()
    const { parts, vectors } = await this.#thread.send(request, transfer)
    return vectors.flatMap((vector, at) => {
      const part = parts[at]
      return part ? [{ ...part, vector }] : []
    })
  }

  rest(): void {
    if (this.#thread?.isBusy === false) void this.end()
  }

  /** Ends the thread. The next request starts another. */
  async end(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    await thread?.end()
  }
}

const startThread = () =>
  new RequestThread<Request, LexemeReply>(new URL('./lexeme-thread.ts', import.meta.url), {
    name: 'words',
  })
