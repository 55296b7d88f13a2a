import type { RunError } from '@lathe/contract'
import { runInThread } from '../../platform/workers/run-in-thread.ts'
import type { ReadReply, ReadRequest } from './protocol.ts'
import { readAndSplit } from './work.ts'

/** A smaller text is processed faster than a worker starts. */
const SMALL_BYTES = 256 * 1024

/** Uses a worker for large input, so that a hostile file cannot block or exhaust the server. */
export async function readApart(
  request: ReadRequest,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<ReadReply> {
  signal?.throwIfAborted()
  if (isSmall(request.source)) return readAndSplit(request)
  return runInThread<ReadReply>(new URL('./thread.ts', import.meta.url), request, {
    name: 'document',
    timeoutMs,
    signal,
    onLimit: (what) => ({ ok: false, error: tooMuch(what) }),
  })
}

const isSmall = (source: ReadRequest['source']) =>
  'bytes' in source
    ? source.kind !== 'pdf' && source.kind !== 'html' && source.bytes.length <= SMALL_BYTES
    : source.text.length <= SMALL_BYTES

const tooMuch = (what: string): RunError => ({
  code: 'PAYLOAD_TOO_LARGE',
  message: `Reading the document takes too much ${what}`,
  hint: 'Split it into smaller files.',
  retryable: false,
})
