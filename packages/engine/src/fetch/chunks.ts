import type { RecordedChunk } from '@lathe/contract'

export type TimedBytes = { atMs: number; bytes: Uint8Array }

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A chunk that splits a character in two is kept as base64, so that every byte comes back. */
export function toChunk({ atMs, bytes }: TimedBytes): RecordedChunk {
  const rounded = Math.round(atMs * 100) / 100
  try {
    return { atMs: rounded, data: strict.decode(bytes), encoding: 'utf8' }
  } catch {
    return { atMs: rounded, data: Buffer.from(bytes).toString('base64'), encoding: 'base64' }
  }
}

export const toBytes = ({ data, encoding }: RecordedChunk): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(data, encoding))

export const textOf = (chunks: RecordedChunk[]): string =>
  Buffer.concat(chunks.map(toBytes)).toString('utf8')
