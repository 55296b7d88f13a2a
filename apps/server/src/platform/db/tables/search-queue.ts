import type { JsonText } from '../json.ts'
import type { QueuedText } from '../texts/text-index.ts'

/** Texts to index, in the order of the ids. */
export type SearchQueueTable = { workspace_id: string; id: string; body: JsonText<QueuedText> }
