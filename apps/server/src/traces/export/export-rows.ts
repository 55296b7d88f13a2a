import type { ListedTrace } from '@lathe/contract'
import type { Db } from '../../platform/db/db.ts'
import { readTraces } from '../query/list/list-traces.ts'
import { findSpan, readDetails } from '../query/read-details.ts'
import { type Choice, chosenTraces } from '../query/list/chosen-traces.ts'
import { listFeedback } from '../api/feedback.store.ts'
import { type AttachedFile, attachedFiles } from './attached-files.ts'
import { redactJson } from '../../platform/crypto/secret-rules.ts'
import { csvHead, csvRow } from './trace-csv.ts'

type Format = { format: 'csv' | 'jsonl'; spans: boolean; metadata?: string[] | undefined }

/** The file in pieces: what is in memory is one page of the list, or of the spans of one trace. */
export async function* exportRows(
  db: Db,
  workspaceId: string,
  { format, spans, metadata = [], ...choice }: Choice & Format,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  // Together with the first rows, so that nothing is sent before the database has answered.
  let head = format === 'csv' ? csvHead(metadata) : ''
  for await (const ids of chosenTraces(db, workspaceId, choice, signal)) {
    const traces = await readTraces(db, workspaceId, ids)
    if (format === 'csv') {
      yield head + traces.map((trace) => csvRow(redactJson(trace), metadata)).join('')
      head = ''
    } else if (spans) for (const trace of traces) yield* wholeTrace(db, workspaceId, trace)
    else yield traces.map((trace) => `${JSON.stringify(redactJson(trace))}\n`).join('')
  }
  yield head
}

/** As JSON in pieces: its spans may be more than a text holds. Files that are too much for a line follow in further ones. */
async function* wholeTrace(db: Db, workspaceId: string, trace: ListedTrace) {
  const { id } = trace
  yield `${JSON.stringify(redactJson(trace)).slice(0, -1)},"spans":[`
  let separator = ''
  for await (const spans of readDetails({ db, workspaceId, id })) {
    yield separator + JSON.stringify(redactJson(spans)).slice(1, -1)
    separator = ','
  }
  const isJudged = trace.feedback.length > 0
  const feedbackItems = isJudged ? await listFeedback(db, workspaceId, id) : []
  const files = attachedFiles(db, workspaceId, id)
  const { value: attachments } = await files.next()
  yield `],${JSON.stringify({ feedbackItems: redactJson(feedbackItems), attachments }).slice(1)}\n`
  for await (const more of files) yield await lineWith(db, workspaceId, trace, more)
}

/** The trace once more, of its spans those with the files. */
async function lineWith(
  db: Db,
  workspaceId: string,
  trace: ListedTrace,
  attachments: readonly AttachedFile[],
) {
  const ids = [...new Set(attachments.map(({ spanId }) => spanId))]
  const found = await Promise.all(ids.map((id) => findSpan(db, workspaceId, trace.id, id)))
  const spans = found.filter((span) => span !== undefined)
  return `${JSON.stringify({ ...redactJson({ ...trace, spans }), feedbackItems: [], attachments })}\n`
}
