import { Id, type JsonObject, SpanDetail } from '@lathe/contract'
import { SENT_COST } from '@lathe/traces'
import * as z from 'zod'
import type { Db } from '../../db/db.ts'
import { appendSpans } from '../../db/spans/append-spans.ts'
import { describeIssues } from '../../http/issues.ts'
import { DEFAULT_PROJECT, ensureProject } from '../../ingest/projects.store.ts'
import { now } from '../../time.ts'
import { type Fault, readExtras } from './said-and-attached.ts'

const MOST_SPANS = 1_000_000

const ExportedTrace = z.object({
  id: Id,
  title: z.string().max(1_000),
  threadId: z.string().max(500).nullish(),
  project: z.string().max(500).nullish(),
  agentSlug: z.string().max(500).nullish(),
  spans: z.array(z.unknown()).min(1).max(MOST_SPANS),
})
type ExportedTrace = z.infer<typeof ExportedTrace>

export type LatheTrace = Omit<ExportedTrace, 'spans'> & {
  spans: SpanDetail[]
  extras: ReturnType<typeof readExtras>
  faults: Fault[]
}

/** As a JSONL export has it. */
export const isLatheTrace = (value: JsonObject): boolean =>
  'spans' in value || ('spanCount' in value && 'startedAt' in value)

/** Its good spans, and what is wrong with the others; why it cannot be taken at all. */
export function readLatheTrace(value: JsonObject): LatheTrace | { faults: Fault[] } {
  if (!('spans' in value))
    return { faults: [{ field: 'spans', reason: 'is missing: export with spans and payloads' }] }
  const parsed = ExportedTrace.safeParse(value)
  if (!parsed.success) return { faults: describeIssues(parsed.error.issues).map(toFault) }
  const { spans: given, ...trace } = parsed.data
  const faults: Fault[] = []
  const spans = new Map<string, SpanDetail>()
  for (const [index, one] of given.entries()) {
    const span = SpanDetail.safeParse(one)
    const complain = (field: string, reason: string) =>
      faults.push({ field: `spans.${index}${field && `.${field}`}`, reason })
    if (!span.success) {
      const [issue] = describeIssues(span.error.issues)
      complain(issue?.path ?? '', issue?.message ?? 'cannot be read')
    } else if (span.data.traceId !== trace.id) complain('traceId', 'is another trace')
    else if (spans.has(span.data.id)) complain('id', 'comes twice')
    else spans.set(span.data.id, withSentCost(span.data))
  }
  const extras = readExtras(value, trace.id, spans)
  faults.push(...extras.faults)
  return { ...trace, spans: [...spans.values()], extras, faults }
}

const toFault = ({ path, message }: { path: string; message: string }): Fault => ({
  field: path,
  reason: message,
})

/** The prices it was reckoned by are elsewhere. */
const withSentCost = (span: SpanDetail): SpanDetail =>
  span.cost === null || span.cost.total === null || span.cost.priceId === null
    ? span
    : { ...span, cost: { ...span.cost, priceId: SENT_COST } }

type Place = { db: Db; workspaceId: string; project: string | undefined }

/** False where the trace is a run of this very place. */
export async function writeLatheTrace(
  { db, workspaceId, project }: Place,
  { id, title, threadId, spans, ...named }: Omit<LatheTrace, 'extras' | 'faults'>,
): Promise<boolean> {
  if (spans.length === 0) return true
  const known = await db
    .selectFrom('traces')
    .select('source')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (known && known.source === null) return false
  const { row } = await ensureProject(db, workspaceId, {
    name: named.project ?? project ?? named.agentSlug ?? DEFAULT_PROJECT,
    createdAt: now(),
  })
  const context = {
    source: 'import',
    projectId: row.id,
    title,
    threadId: threadId ?? null,
  } as const
  await appendSpans(db, workspaceId, spans, context)
  return true
}
