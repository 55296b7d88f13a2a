import type { Db } from '../db/db.ts'
import { appendExchanges } from '../db/spans/exchanges.ts'
import { appendSpans } from '../db/spans/append-spans.ts'
import type { Recording, Unsaved } from './recording.ts'

type Taken = { recording: Recording; unsaved: Pick<Unsaved, 'spans' | 'exchanges'> }

/** What the runs of the process added to their traces. */
export async function saveTraces(db: Db, taken: readonly Taken[]): Promise<void> {
  await Promise.all(
    taken.map(async ({ recording: { workspaceId, context }, unsaved: { spans, exchanges } }) => {
      await Promise.all([
        spans.length > 0 ? appendSpans(db, workspaceId, spans, context) : undefined,
        exchanges.length > 0 ? appendExchanges(db, workspaceId, exchanges) : undefined,
      ])
    }),
  )
}
