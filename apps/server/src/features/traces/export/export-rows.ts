import type { ListedTrace } from '@lathe/contract'
import type { Db } from '../../../db/db.ts'
import { readTraces } from '../../../db/spans/list/list-traces.ts'
import { readSpanDetails } from '../../../db/spans/read-traces.ts'
import { type Choice, chosenTraces } from '../../../db/spans/list/chosen-traces.ts'
import { listFeedback } from '../feedback.store.ts'
import { attachedFiles } from './attached-files.ts'
import { csvHead, csvRow } from './trace-csv.ts'

type Format = { format: 'csv' | 'jsonl'; spans: boolean }

/** The file in pieces: what is in memory is one page of the list, or the spans of one trace. */
export async function* exportRows(
  db: Db,
  workspaceId: string,
  { format, spans, ...choice }: Choice & Format,
): AsyncGenerator<string> {
  if (format === 'csv') yield csvHead()
  for await (const ids of chosenTraces(db, workspaceId, choice)) {
    const traces = await readTraces(db, workspaceId, ids)
    if (format === 'csv') yield traces.map(csvRow).join('')
    else if (spans) for (const trace of traces) yield await wholeTrace(db, workspaceId, trace)
    else yield traces.map((trace) => `${JSON.stringify(trace)}\n`).join('')
  }
}

const wholeTrace = async (db: Db, workspaceId: string, trace: ListedTrace): Promise<string> => {
  const spans = await readSpanDetails(db, workspaceId, trace.id)
  const isJudged = trace.feedback.length > 0
  const feedbackItems = isJudged ? await listFeedback(db, workspaceId, trace.id) : []
  const attachments = await attachedFiles(db, workspaceId, trace.id)
  return `${JSON.stringify({ ...trace, spans, feedbackItems, attachments })}\n`
}
