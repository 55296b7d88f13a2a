import { isLogEvent, mergePartsById } from '@lathe/traces'
import type { Db, Queries } from '../../platform/db/db.ts'
import { rowInserter } from '../../platform/db/insert-rows.ts'
import { appendParts, type TraceProjects } from '../store/append-parts.ts'
import type { SerializedPart } from '../store/carried-part.ts'
import type { TracedPart, CalculateCost } from '../store/complete-part.ts'
import { findTraceIds } from '../query/find-places.ts'
import { type Delivery, type Rejection, rejectionOf } from './delivery.ts'
import { keepRejections } from './rejected-items.store.ts'
import { findDeletedExperiment } from './deleted-projects.store.ts'
import {
  DEFAULT_PROJECT,
  ensureProject,
  findProject,
  findProjects,
  isExperiment,
  type KnownProject,
} from './projects.store.ts'
import type { Insertable } from 'kysely'
import { atomic, type Batch } from '../../platform/db/atomic.ts'
import { assignFeedbackProject, insertOrphanedFeedback } from '../store/place-feedback.ts'
import type { FeedbackTable } from '../../platform/db/tables/external.ts'

type Store = { db: Db; workspaceId: string; priceOf: CalculateCost; receivedAt: number }

/**
 * Writes all batches of one source in one transaction, after feedback on unknown spans. Returns the
 * rejections of each batch, except those of its reader.
 */
export async function writeDeliveries(
  { db, workspaceId, priceOf, receivedAt }: Store,
  deliveries: readonly Delivery[],
): Promise<Rejection[][]> {
  const [first] = deliveries
  if (!first) return []
  const parts = mergePartsById(deliveries.flatMap((delivery) => delivery.parts))
  const placeOf = await findPlacesOf(db, workspaceId, parts, deliveries)
  const placed = parts.flatMap((part): TracedPart[] => {
    const traceId = placeOf(part.id) ?? (part.parentId && placeOf(part.parentId))
    return traceId === undefined ? [] : [{ ...part, traceId }]
  })
  const projects = await resolveProjects(db, workspaceId, placed, receivedAt)

  const lost = deliveries.map((delivery) => homeless(delivery, placeOf))
  const rejections = deliveries.flatMap((delivery, index) =>
    [...delivery.rejections, ...(lost[index] ?? [])].map((one) => ({
      ...one,
      door: delivery.source,
    })),
  )
  const said = [
    ...new Map(deliveries.flatMap((one) => one.feedback).map((row) => [row.id, row])).values(),
  ].map((row) => ({
    ...row,
    workspace_id: workspaceId,
    trace_id: row.trace_id ?? (row.span_id === null ? null : (placeOf(row.span_id) ?? null)),
  }))
  const isHomeless = (row: SaidRow) => row.span_id !== null && row.trace_id === null
  // First: if the rest fails, everything may be sent again.
  await writeHomeless(db, workspaceId, said.filter(isHomeless))
  const feedback = said.filter((row) => !isHomeless(row))
  await appendParts(
    db,
    workspaceId,
    placed,
    { source: first.source, calculateCost: priceOf, projects, receivedAt },
    {
      batch: [
        ...upsertAttachments(db, attachmentRows(workspaceId, deliveries, placeOf)),
        ...placedFeedback(db, workspaceId, feedback),
        ...keepRejections(db, workspaceId, rejections, receivedAt),
      ],
      traceIds: feedback.flatMap((row) => row.trace_id ?? []),
    },
  )
  return lost
}

/** Returns the trace of each span: as it reports itself, or as stored. */
async function findPlacesOf(
  db: Db,
  workspaceId: string,
  parts: readonly SerializedPart[],
  deliveries: readonly Delivery[],
) {
  const said = new Map(
    parts.flatMap(({ id, traceId }) => (traceId ? [[id, traceId] as const] : [])),
  )
  const asked = [
    ...parts.flatMap(({ id, parentId, traceId }) => (traceId ? [] : [id, parentId ?? id])),
    ...deliveries.flatMap(({ attachments }) =>
      attachments.flatMap(({ spanId, traceId }) => (traceId ? [] : spanId)),
    ),
    ...deliveries.flatMap(({ feedback }) => feedback.flatMap((one) => one.span_id ?? [])),
  ].filter((id) => !said.has(id))
  const stored = await findTraceIds(db, workspaceId, [...new Set(asked)])
  return (id: string) => said.get(id) ?? stored.get(id)
}

const homeless = (
  { parts, attachments }: Delivery,
  placeOf: (id: string) => string | undefined,
): Rejection[] => [
  ...homelessParts(
    parts.filter(({ id, parentId }) => (placeOf(id) ?? placeOf(parentId ?? id)) === undefined),
  ),
  ...attachments
    .filter(({ spanId, traceId }) => (traceId ?? placeOf(spanId)) === undefined)
    .map(({ spanId, name }) =>
      rejectionOf(`attachment.${spanId}.${name}`, '', 'belongs to an unknown run', ''),
    ),
]

function homelessParts(parts: readonly SerializedPart[]): Rejection[] {
  const logs = parts.flatMap(({ events = [] }) => events.filter(isLogEvent))
  const runs = parts.filter(({ events = [] }) => !events.some(isLogEvent))
  const missing = 'is missing and the run is unknown'
  const unsampled = `${logs.length} log records are of spans that are neither known nor, by these flags, sampled`
  return [
    ...runs.map((part) => rejectionOf(part.id, 'trace_id', missing, withoutPayloads(part))),
    ...logs.slice(0, 1).map((log) => ({
      ...rejectionOf('logRecords', 'flags', unsampled, log),
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
  deliveries: readonly Delivery[],
  placeOf: (id: string) => string | undefined,
) {
  const rows = deliveries
    .flatMap(({ attachments }) => attachments)
    .flatMap(({ spanId, traceId = placeOf(spanId), name, mimeType, body }) => {
      if (traceId === undefined) return []
      const address = { workspace_id: workspaceId, trace_id: traceId, span_id: spanId, name }
      return [{ ...address, mime_type: mimeType, size: body.length, body }]
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
  const known = await findProjects(db, workspaceId, [
    DEFAULT_PROJECT,
    ...parts.flatMap(({ project }) => project?.name ?? []),
  ])
  const byName = new Map([...known.values()].map(({ id, name }) => [name, id]))
  const experiments = new Set<string>()
  const note = (project: KnownProject) => {
    if (isExperiment(project)) experiments.add(project.id)
    return project.id
  }
  for (const project of known.values()) note(project)
  const byId = new Map<string, string>()
  const ensure = async (name: string) => {
    const existing = byName.get(name)
    if (existing !== undefined) return existing
    const id =
      noted(await findDeletedExperiment(db, workspaceId, { name })) ??
      note((await ensureProject(db, workspaceId, { name, createdAt })).row)
    byName.set(name, id)
    return id
  }
  const noted = (id: string | undefined) => {
    if (id !== undefined) experiments.add(id)
    return id
  }
  for (const { project, parentId, traceId, id, isRoot } of parts) {
    if (project?.id !== undefined && !byId.has(project.id)) {
      const existing = await findProject(db, workspaceId, project.id)
      const found = existing
        ? note(existing)
        : noted(await findDeletedExperiment(db, workspaceId, { id: project.id }))
      byId.set(project.id, found ?? (await ensure(project.name ?? DEFAULT_PROJECT)))
    } else if (project?.name !== undefined) await ensure(project.name)
    else if (parentId === undefined && (isRoot || traceId === id)) await ensure(DEFAULT_PROJECT)
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

type SaidRow = Insertable<FeedbackTable>

/** Feedback on known traces, or on none. The caller holds their locks. */
const placedFeedback = (db: Db, workspaceId: string, rows: readonly SaidRow[]): Batch => [
  ...upsertFeedback(db, rows),
  ...assignFeedbackProject(db, workspaceId, idsOf(rows)),
]

/** Writes feedback on unknown spans. */
async function writeHomeless(db: Db, workspaceId: string, rows: readonly SaidRow[]) {
  if (rows.length === 0) return
  await atomic(db, insertOrphanedFeedback(db, workspaceId, upsertFeedback(db, rows), idsOf(rows)))
}

const idsOf = (rows: readonly SaidRow[]) => rows.map(({ id }) => id)

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
