import type { BodyKind, BodyReading } from './read-body.ts'

/** The memory of the body is transferred to the thread, and back if it contains attachments. */
export type ReadingRequest = { id: number; body: ArrayBuffer; kind: BodyKind }

/** Reports that the reader is idle. */
export type RestRequest = 'rest'

export type ReadingReply = { id: number } & ({ reading: BodyReading } | { error: unknown })
