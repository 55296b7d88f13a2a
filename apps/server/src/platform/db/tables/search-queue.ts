import type { JsonText } from '../json.ts'
import type { QueuedText } from '../texts/text-index.ts'

/** What the text index has still to read; in the order of its ids. */
export type SearchQueueTable = { workspace_id: string; id: string; body: JsonText<QueuedText> }
