import type { BodyKind, BodyReading } from './read-body.ts'

/** The body's memory goes to the thread, and comes back if attachments lie in it. */
export type ReadingRequest = { id: number; body: ArrayBuffer; kind: BodyKind }

/** Nothing is to be read for a while. */
export type RestRequest = 'rest'

export type ReadingReply = { id: number } & ({ reading: BodyReading } | { error: unknown })
