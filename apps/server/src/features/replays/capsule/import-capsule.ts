import type { Capsule, CapsuleContent } from '@lathe/contract'
import { hashDocument } from '@lathe/graph'
import { v7 } from 'uuid'
import { appendSpans } from '../../../db/spans/append-spans.ts'
import { exchangeBatch } from '../../../db/spans/exchanges.ts'
import type { Context } from '../../../http/api.ts'
import { adoptCallees } from '../../agents/adopt-callees.ts'
import { insertAgent } from '../../agents/agents.store.ts'
import { slugsFrom } from '../../agents/slug.ts'
import { insertVersion } from '../../agents/versions.store.ts'
import { eventsBatch } from '../../runs/run-events.store.ts'
import { capsuleFault } from './capsule-fault.ts'
import { findHolder, type Holder, runBatch } from './capsule.store.ts'
import { ownContent } from './own-content.ts'

type Errors = { BAD_CAPSULE: (options: { data: { reason: string } }) => Error }

const EVENTS_PER_ROW = 500

/** A run that was recorded elsewhere, stored as if it had been recorded here. Nothing of it is executed. */
export async function importCapsule(
  context: Context,
  capsule: Capsule,
  errors: Errors,
): Promise<{ traceId: string; agentSlug: string }> {
  const reason = capsuleFault(capsule)
  if (reason !== undefined) throw errors.BAD_CAPSULE({ data: { reason } })
  const { db, workspaceId } = context
  const id = v7()
  const content = ownContent(capsule.content, id)
  const holder = await holderOf(context, content)
  const { spans, exchanges, events, run } = content
  const { version } = holder
  await appendSpans(
    db,
    workspaceId,
    spans,
    { runId: id, agentId: holder.id, version, threadId: id, title: run.title },
    {
      also: [
        ...runBatch(db, workspaceId, holder, content),
        ...eventsBatch(db, { workspaceId, threadId: id }, { runId: id, events }, EVENTS_PER_ROW),
        ...(await exchangeBatch(db, workspaceId, exchanges)),
      ],
    },
  )
  return { traceId: id, agentSlug: holder.slug }
}

/** The agent it is a run of, where it is here with this graph; else a new one. */
async function holderOf(
  context: Context,
  { agent: { slug, name }, graph, callees }: CapsuleContent,
): Promise<Holder> {
  const { db, workspaceId } = context
  const known = await findHolder(db, workspaceId, slug, hashDocument(graph))
  if (known) return known
  const document = await adoptCallees(context, graph, callees, slug)
  const hash = hashDocument(document)
  for (const free of slugsFrom(slug)) {
    const agent = { name, description: '', template: null, document, slug: free }
    const id = await insertAgent(db, workspaceId, agent)
    if (id === undefined) continue
    const number = await insertVersion(db, workspaceId, id, {
      revision: 1,
      hash,
      document,
      message: 'From a capsule',
      author: 'import',
      publish: false,
    })
    const isSame = hash === hashDocument(graph)
    return { id, slug: free, version: isSame ? (number ?? null) : null }
  }
  throw new Error(`no slug is free for ${slug}`)
}
