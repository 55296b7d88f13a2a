import type { CapsuleContent, CapsuleFile } from '@lathe/contract'
import { hashDocument } from '@lathe/graph'
import { appendSpans } from '../../../traces/store/append-spans.ts'
import { exchangeBatch } from '../../../traces/store/exchanges.ts'
import { unlessDuplicate } from '../../../platform/db/unique-violation.ts'
import type { Context } from '../../../api/context.ts'
import { importCalledAgents } from '../../../agents/import-called-agents.ts'
import { insertAgent } from '../../../agents/agents.store.ts'
import { slugsFrom } from '../../../agents/slug.ts'
import { insertVersion } from '../../../agents/versions.store.ts'
import { eventsBatch } from '../../api/run-events.store.ts'
import { findHolder, findStored, type Holder, runBatch } from './capsule.store.ts'
import { now } from '../../../platform/time.ts'
import { capsuleSum } from './capsule-sum.ts'
import { readCapsuleContent } from './former-capsule.ts'

type Errors = { BAD_CAPSULE: (options: { data: { reason: string } }) => Error }

export type ImportedCapsule = { traceId: string; agentSlug: string; isNew: boolean }

const EVENTS_PER_ROW = 500

/**
 * Stores a run that was recorded elsewhere under the ids of its capsule. Executes nothing. Importing a stored run changes
 * nothing, except that a deleted trace of it is restored.
 */
export async function importCapsule(
  context: Context,
  capsule: CapsuleFile,
  errors: Errors,
): Promise<ImportedCapsule> {
  const refuse = (reason: string) => errors.BAD_CAPSULE({ data: { reason } })
  const valid = checkCapsule(capsule)
  if ('fault' in valid) throw refuse(valid.fault)
  const { db, workspaceId } = context
  const content = withOwnHashes(valid.content)
  const { id } = content.run
  const stored = await findStored(db, workspaceId, id)
  if (stored.isForeign)
    throw refuse('A trace with this id is stored without its run. Delete it and import again.')
  if (stored.run && stored.hasTrace)
    return { traceId: id, agentSlug: stored.run.slug, isNew: false }
  const holder = stored.run ?? (await findOrCreateHolder(context, content))
  const isWritten = await unlessDuplicate(() => write(context, content, holder, stored))
  if (isWritten) return { traceId: id, agentSlug: holder.slug, isNew: true }
  const winner = (await findStored(db, workspaceId, id)).run
  if (!winner) throw refuse('Another run has this id.')
  return { traceId: id, agentSlug: winner.slug, isNew: false }
}

async function write(
  { db, workspaceId }: Context,
  content: CapsuleContent,
  { threadId, ...holder }: Holder & { threadId?: string },
  { run: storedRun, hasEvents }: Awaited<ReturnType<typeof findStored>>,
): Promise<true> {
  const { spans, exchanges, events, run } = content
  const thread = threadId ?? run.id
  await appendSpans(
    db,
    workspaceId,
    spans,
    {
      runId: run.id,
      agentId: holder.id,
      version: holder.version,
      threadId: thread,
      title: run.title,
    },
    {
      lastQueries: [
        ...(storedRun === undefined ? runBatch(db, workspaceId, holder, content) : []),
        ...(hasEvents
          ? []
          : eventsBatch(
              db,
              { workspaceId, threadId: thread },
              { runId: run.id, events },
              EVENTS_PER_ROW,
            )),
        ...(await exchangeBatch(db, workspaceId, exchanges)),
      ],
    },
  )
  return true
}

/** Recomputes the hashes of called agents: a replay looks their documents up by hash, and the file's may be wrong. */
const withOwnHashes = (content: CapsuleContent): CapsuleContent => ({
  ...content,
  calledAgents: Object.fromEntries(
    Object.entries(content.calledAgents).map(([key, calledAgent]) => [
      key,
      { ...calledAgent, hash: hashDocument(calledAgent.document) },
    ]),
  ),
})

/** The agent with the run's slug and graph. Creates one if there is none. */
async function findOrCreateHolder(
  context: Context,
  { agent: { slug, name }, graph, calledAgents }: CapsuleContent,
): Promise<Holder> {
  const { db, workspaceId } = context
  const knownHash = await findHolder(db, workspaceId, slug, hashDocument(graph))
  if (knownHash) return knownHash
  const document = await importCalledAgents(context, graph, calledAgents, slug)
  const hash = hashDocument(document)
  for (const freeSlug of slugsFrom(slug)) {
    const agent = { name, description: '', template: null, document, slug: freeSlug }
    const id = await insertAgent(db, workspaceId, agent)
    if (id === undefined) continue
    const number = await insertVersion(db, workspaceId, id, {
      revision: 1,
      hash,
      document,
      message: 'Imported from a capsule',
      author: 'import',
      publish: false,
    })
    const isSame = hash === hashDocument(graph)
    return { id, slug: freeSlug, version: isSame ? (number ?? null) : null }
  }
  throw new Error(`no slug is free for ${slug}`)
}

type Check = [reason: string, isFaulty: (content: CapsuleContent) => boolean]

/** Tolerance for clock differences. */
const MAX_AHEAD_MICROS = 24 * 3_600 * 1_000_000

const CHECKS: readonly Check[] = [
  ["It lacks the run's own span.", ({ run, spans }) => listRoots(run.id, spans) !== 1],
  [
    'It contains spans of another trace.',
    ({ run, spans, exchanges }) =>
      [...spans, ...exchanges].some(({ traceId }) => traceId !== run.id),
  ],
  ['It contains a span twice.', ({ spans }) => listIds(spans).size < spans.length],
  ['It contains an exchange twice.', ({ exchanges }) => listIds(exchanges).size < exchanges.length],
  ['Its spans are not connected.', hasStrays],
  ['Its events are out of order.', ({ events }) => !isInOrder(events)],
  ['Its graph is empty.', ({ graph }) => Object.keys(graph.nodes).length === 0],
  [
    'The run continued an earlier state, and a capsule must start from the input.',
    ({ run: { options } }) => options.checkpoint !== undefined || options.command !== undefined,
  ],
  ['Its run options refer to nodes or channels that its graph lacks.', hasInvalidOptions],
  ['Its times are in the future.', isAhead],
]

/** Returns the content of a capsule, or the reason it cannot be imported. */
export function checkCapsule(
  capsule: CapsuleFile,
): { content: CapsuleContent } | { fault: string } {
  if (capsuleSum(capsule.content) !== capsule.sum)
    return { fault: 'It was modified or is incomplete.' }
  const content = readCapsuleContent(capsule)
  if (!content) return { fault: 'Its content is invalid.' }
  const fault = CHECKS.find(([, isFaulty]) => isFaulty(content))?.[0]
  return fault === undefined ? { content } : { fault }
}

const listRoots = (runId: string, spans: CapsuleContent['spans']) =>
  spans.filter(({ id, parentId }) => id === runId && parentId === null).length

const listIds = (parts: readonly { id: string }[]) => new Set(parts.map(({ id }) => id))

function hasStrays({ spans, exchanges }: CapsuleContent): boolean {
  const ids = listIds(spans)
  const referencedIds = [
    ...spans.map(({ parentId }) => parentId),
    ...exchanges.map(({ spanId }) => spanId),
  ]
  return referencedIds.some((id) => id !== null && !ids.has(id))
}

const isInOrder = (events: CapsuleContent['events']) =>
  events.every(({ seq }, index) => seq > (events[index - 1]?.seq ?? 0))

function hasInvalidOptions({ run: { options }, graph }: CapsuleContent): boolean {
  const { only, recording, pinned = {}, interruptBefore = [], interruptAfter = [] } = options
  const optionNodes = [
    ...Object.keys(pinned),
    ...interruptBefore,
    ...interruptAfter,
    ...(only !== undefined ? [only] : []),
  ]
  const isRecordingWithoutNode = recording !== undefined && only === undefined
  return isRecordingWithoutNode || optionNodes.some((node) => !Object.hasOwn(graph.nodes, node))
}

function isAhead({ run, spans, exchanges }: CapsuleContent): boolean {
  const latest = now() + MAX_AHEAD_MICROS
  const times = [run, ...spans].flatMap(({ startedAt, endedAt }) => [startedAt, endedAt])
  return [run.createdAt, ...times, ...exchanges.map(({ startedAt }) => startedAt)].some(
    (timestamp) => timestamp !== null && timestamp > latest,
  )
}
