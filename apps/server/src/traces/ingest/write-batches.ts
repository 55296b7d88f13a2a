import { isLogEvent, mergePartsById } from '@lathe/traces'
import type { Db, Queries } from '../../platform/db/db.ts'
import { rowInserter } from '../../platform/db/insert-rows.ts'
import { appendParts, type TraceProjects } from '../store/append-parts.ts'
import type { SerializedPart } from '../store/serialized-part.ts'
import type { TracedPart, CalculateCost } from '../store/complete-part.ts'
import { findTraceIds } from '../store/load-stored.ts'
import { type IngestBatch, type Rejection, createRejection } from './ingest-batch.ts'
import { storeRejections } from './rejected-items.store.ts'
import { findDeletedExperiment } from './deleted-projects.store.ts'
import {
  DEFAULT_PROJECT,
  ensureProject,
  findProject,
  findProjects,
  isExperiment,
  type ExistingProject,
} from './projects.store.ts'
import type { Insertable } from 'kysely'
import { atomic, type Batch } from '../../platform/db/atomic.ts'
import { assignFeedbackProject, insertOrphanedFeedback } from '../store/assign-feedback.ts'
import type { FeedbackTable } from '../../platform/db/tables/external.ts'

type WriteContext = {
  db: Db
  workspaceId: string
  calculateCost: CalculateCost
  receivedAt: number
}

/**
 * Writes all batches of one source in one transaction, after feedback on unknown spans. Returns the
 * rejections of each batch, except those of its reader.
 */
export async function writeBatches(
  { db, workspaceId, calculateCost, receivedAt }: WriteContext,
  batches: readonly IngestBatch[],
): Promise<Rejection[][]> {
  const [first] = batches
  if (!first) return []
  const parts = mergePartsById(batches.flatMap((batch) => batch.parts))
  const findTraceId = await resolveTraceIds(db, workspaceId, parts, batches)
  const tracedParts = parts.flatMap((part): TracedPart[] => {
    const traceId = findTraceId(part.id) ?? (part.parentId && findTraceId(part.parentId))
    return traceId === undefined ? [] : [{ ...part, traceId }]
  })
  const projects = await resolveProjects(db, workspaceId, tracedParts, receivedAt)

  const orphanRejections = batches.map((batch) => rejectOrphans(batch, findTraceId))
  const rejections = batches.flatMap((batch, index) =>
    [...batch.rejections, ...(orphanRejections[index] ?? [])].map((rejection) => ({
      ...rejection,
      source: batch.source,
    })),
  )
  const feedbackRows = [
    ...new Map(batches.flatMap((batch) => batch.feedback).map((row) => [row.id, row])).values(),
  ].map((row) => ({
    ...row,
    workspace_id: workspaceId,
    trace_id: row.trace_id ?? (row.span_id === null ? null : (findTraceId(row.span_id) ?? null)),
  }))
  const isOrphaned = (row: FeedbackRow) => row.span_id !== null && row.trace_id === null
  // First: if the rest fails, everything may be sent again.
  await writeOrphanedFeedback(db, workspaceId, feedbackRows.filter(isOrphaned))
  const feedback = feedbackRows.filter((row) => !isOrphaned(row))
  await appendParts(
    db,
    workspaceId,
    tracedParts,
    { source: first.source, calculateCost, projects, receivedAt },
    {
      batch: [
        ...upsertAttachments(db, attachmentRows(workspaceId, batches, findTraceId)),
        ...feedbackQueries(db, workspaceId, feedback),
        ...storeRejections(db, workspaceId, rejections, receivedAt),
      ],
      traceIds: feedback.flatMap((row) => row.trace_id ?? []),
    },
  )
  return orphanRejections
}

/** Returns the trace of each span: as it reports itself, or as stored. */
async function resolveTraceIds(
  db: Db,
  workspaceId: string,
  parts: readonly SerializedPart[],
  batches: readonly IngestBatch[],
) {
  const reportedIds = new Map(
    parts.flatMap(({ id, traceId }) => (traceId ? [[id, traceId] as const] : [])),
  )
  const unknownIds = [
    ...parts.flatMap(({ id, parentId, traceId }) => (traceId ? [] : [id, parentId ?? id])),
    ...batches.flatMap(({ attachments }) =>
      attachments.flatMap(({ spanId, traceId }) => (traceId ? [] : spanId)),
    ),
    ...batches.flatMap(({ feedback }) => feedback.flatMap((row) => row.span_id ?? [])),
  ].filter((id) => !reportedIds.has(id))
  const stored = await findTraceIds(db, workspaceId, [...new Set(unknownIds)])
  return (id: string) => reportedIds.get(id) ?? stored.get(id)
}

const rejectOrphans = (
  { parts, attachments }: IngestBatch,
  findTraceId: (id: string) => string | undefined,
): Rejection[] => [
  ...rejectOrphanedParts(
    parts.filter(
      ({ id, parentId }) => (findTraceId(id) ?? findTraceId(parentId ?? id)) === undefined,
    ),
  ),
  ...attachments
    .filter(({ spanId, traceId }) => (traceId ?? findTraceId(spanId)) === undefined)
    .map(({ spanId, name }) =>
      createRejection(`attachment.${spanId}.${name}`, '', 'belongs to an unknown run', ''),
    ),
]

function rejectOrphanedParts(parts: readonly SerializedPart[]): Rejection[] {
  const logs = parts.flatMap(({ events = [] }) => events.filter(isLogEvent))
  const runs = parts.filter(({ events = [] }) => !events.some(isLogEvent))
  const missing = 'is missing and the run is unknown'
  const unsampled = `${logs.length} log records are of spans that are neither known nor, by these flags, sampled`
  return [
    ...runs.map((part) => createRejection(part.id, 'trace_id', missing, withoutPayloads(part))),
    ...logs.slice(0, 1).map((log) => ({
      ...createRejection('logRecords', 'flags', unsampled, log),
      count: logs.length,
    })),
  ]
}

const withoutPayloads = (part: SerializedPart) => ({
  ...part,
  inputs: undefined,
  outputs: undefined,
})

function attachmentRows(
  workspaceId: string,
  batches: readonly IngestBatch[],
  findTraceId: (id: string) => string | undefined,
) {
  const rows = batches
    .flatMap(({ attachments }) => attachments)
    .flatMap(({ spanId, traceId = findTraceId(spanId), name, mimeType, body }) => {
      if (traceId === undefined) return []
      const key = { workspace_id: workspaceId, trace_id: traceId, span_id: spanId, name }
      return [{ ...key, mime_type: mimeType, size: body.length, body }]
    })
  return [
    ...new Map(rows.map((row) => [`${row.trace_id}/${row.span_id}/${row.name}`, row])).values(),
  ]
}

const upsertAttachments = rowInserter('attachments', (insert) =>
  insert.onConflict((conflict) =>
    conflict.columns(['workspace_id', 'trace_id', 'span_id', 'name']).doUpdateSet((eb) => ({
      mime_type: eb.ref('excluded.mime_type'),
      size: eb.ref('excluded.size'),
      body: eb.ref('excluded.body'),
    })),
  ),
)

/** Resolves project names to ids. Creates unknown projects. */
async function resolveProjects(
  db: Queries,
  workspaceId: string,
  parts: readonly SerializedPart[],
  createdAt: number,
): Promise<TraceProjects> {
  const existingProjects = await findProjects(db, workspaceId, [
    DEFAULT_PROJECT,
    ...parts.flatMap(({ project }) => project?.name ?? []),
  ])
  const byName = new Map([...existingProjects.values()].map(({ id, name }) => [name, id]))
  const experiments = new Set<string>()
  const register = (project: ExistingProject) => {
    if (isExperiment(project)) experiments.add(project.id)
    return project.id
  }
  for (const project of existingProjects.values()) register(project)
  const byId = new Map<string, string>()
  const ensureProjectId = async (name: string) => {
    const existing = byName.get(name)
    if (existing !== undefined) return existing
    const id =
      registerDeleted(await findDeletedExperiment(db, workspaceId, { name })) ??
      register((await ensureProject(db, workspaceId, { name, createdAt })).row)
    byName.set(name, id)
    return id
  }
  const registerDeleted = (id: string | undefined) => {
    if (id !== undefined) experiments.add(id)
    return id
  }
  for (const { project, parentId, traceId, id, isRoot } of parts) {
    if (project?.id !== undefined && !byId.has(project.id)) {
      const existing = await findProject(db, workspaceId, project.id)
      const found = existing
        ? register(existing)
        : registerDeleted(await findDeletedExperiment(db, workspaceId, { id: project.id }))
      byId.set(project.id, found ?? (await ensureProjectId(project.name ?? DEFAULT_PROJECT)))
    } else if (project?.name !== undefined) await ensureProjectId(project.name)
    else if (parentId === undefined && (isRoot || traceId === id))
      await ensureProjectId(DEFAULT_PROJECT)
  }
  return {
    findProject: ({ project }) => {
      if (project?.id !== undefined) return byId.get(project.id)
      return project?.name === undefined ? undefined : byName.get(project.name)
    },
    fallback: byName.get(DEFAULT_PROJECT),
    isExperiment: (id) => experiments.has(id),
  }
}

type FeedbackRow = Insertable<FeedbackTable>

/** Feedback on known traces, or on none. The caller holds their locks. */
const feedbackQueries = (db: Db, workspaceId: string, rows: readonly FeedbackRow[]): Batch => [
  ...upsertFeedback(db, rows),
  ...assignFeedbackProject(db, workspaceId, rowIds(rows)),
]

/** Writes feedback on unknown spans. */
async function writeOrphanedFeedback(db: Db, workspaceId: string, rows: readonly FeedbackRow[]) {
  if (rows.length === 0) return
  await atomic(db, insertOrphanedFeedback(db, workspaceId, upsertFeedback(db, rows), rowIds(rows)))
}

const rowIds = (rows: readonly FeedbackRow[]) => rows.map(({ id }) => id)

const upsertFeedback = rowInserter('feedback', (insert) =>
  insert.onConflict((conflict) =>
    conflict.columns(['workspace_id', 'id']).doUpdateSet((eb) => ({
      key: eb.ref('excluded.key'),
      score: eb.ref('excluded.score'),
      value: eb.ref('excluded.value'),
      comment: eb.ref('excluded.comment'),
      correction: eb.ref('excluded.correction'),
      source: eb.ref('excluded.source'),
      extra: eb.ref('excluded.extra'),
      modified_at: eb.ref('excluded.modified_at'),
    })),
  ),
)
