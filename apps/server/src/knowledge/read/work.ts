import type { ReadReply, ReadRequest } from './protocol.ts'
import { toRefusal, Unreadable } from './refusal.ts'

/** Loads parsers and splitter on first use. */
export async function readAndSplit({ source, chunking }: ReadRequest): Promise<ReadReply> {
  try {
    const document =
      'bytes' in source
        ? await (await import('./parse.ts')).parseDocument(source.kind, source.bytes)
        : { kind: source.kind, text: source.text, notes: [] }
    if (!chunking) return { ok: true, document, chunks: [] }
    const { splitText } = await import('./split.ts')
    return { ok: true, document, chunks: await splitText(document.text, chunking) }
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, error: toRefusal(error) }
    throw error
  }
}
