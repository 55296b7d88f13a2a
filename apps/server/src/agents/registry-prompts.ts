import type {
  GraphDocument,
  JudgeEvaluator,
  PromptContent,
  PromptMessage,
  VariantBase,
} from '@lathe/contract'
import {
  canonicalJson,
  DEFAULT_LABEL,
  hashDocument,
  type KnownPrompt,
  type RegistryRef,
  registryRefLabel,
  registryRefs,
  withRegistryPrompts,
} from '@lathe/graph'
import type { Queries } from '../platform/db/db.ts'
import { rowInserter } from '../platform/db/insert-rows.ts'
import { atomic } from '../platform/db/atomic.ts'
import { fromJson } from '../platform/db/json.ts'

type Found = { promptId: string; version: number; messages: PromptMessage[] }
type Graph = { hash: string; document: GraphDocument }

/**
 * Returns the graph with the current messages of registry prompts, so that the run keeps them.
 * Missing prompts stay names, which the check rejects.
 */
export async function withPrompts(
  db: Queries,
  workspaceId: string,
  graph: Graph,
): Promise<Pick<Graph, 'hash' | 'document'>> {
  const refs = registryRefs(graph.document)
  if (refs.length === 0) return graph
  const distinct = new Map(refs.map(({ ref }) => [canonicalJson(ref), ref]))
  const found = new Map<string, Found>()
  for (const [key, ref] of distinct) {
    const prompt = await findMessages(db, workspaceId, ref)
    if (prompt) found.set(key, prompt)
  }
  const document = withRegistryPrompts(
    graph.document,
    (ref) => found.get(canonicalJson(ref))?.messages,
  )
  const hash = hashDocument(document)
  const uses = refs.flatMap(({ node, ref }) => {
    const prompt = found.get(canonicalJson(ref))
    return prompt ? [{ node, prompt_id: prompt.promptId, version: prompt.version }] : []
  })
  const rows = uses.map((use) => ({ workspace_id: workspaceId, graph_hash: hash, ...use }))
  await atomic(db, insertUses(db, rows))
  return { hash, document }
}

type BarePrompt = Pick<
  Extract<VariantBase, { type: 'prompt' }> | JudgeEvaluator,
  'messages' | 'from'
>

/** Links a graph with a single prompt to its version if the text is equal. */
export async function noteBarePrompt(
  db: Queries,
  workspaceId: string,
  { messages, from }: BarePrompt,
  { hash, document }: Graph,
): Promise<void> {
  if (!from) return
  const ref = { name: from.prompt, version: from.version }
  const found = await findMessages(db, workspaceId, ref)
  if (!found || canonicalJson(found.messages) !== canonicalJson(messages)) return
  const use = { prompt_id: found.promptId, version: found.version }
  const rows = Object.keys(document.nodes).map((node) => ({
    workspace_id: workspaceId,
    graph_hash: hash,
    node,
    ...use,
  }))
  await atomic(db, insertUses(db, rows))
}

/** Records which prompt versions the nodes of a graph use. */
const insertUses = rowInserter('prompt_graphs', (insert) =>
  insert.onConflict((conflict) => conflict.doNothing()),
)

async function findMessages(
  db: Queries,
  workspaceId: string,
  { name, label, version }: RegistryRef,
): Promise<Found | undefined> {
  const row = await db
    .selectFrom('prompts as p')
    .innerJoin('prompt_versions as v', 'v.prompt_id', 'p.id')
    .leftJoin('prompt_labels as l', (join) =>
      join
        .onRef('l.prompt_id', '=', 'p.id')
        .onRef('l.version', '=', 'v.version')
        .on('l.label', '=', label ?? DEFAULT_LABEL),
    )
    .select(['p.id', 'v.version', 'v.content'])
    .where('p.workspace_id', '=', workspaceId)
    .where('p.name', '=', name)
    .where('p.deleted_at', 'is', null)
    .where((eb) =>
      version === undefined ? eb('l.label', 'is not', null) : eb('v.version', '=', version),
    )
    .executeTakeFirst()
  const content = row && fromJson(row.content)
  if (!content || 'problem' in content) return undefined
  return { promptId: row.id, version: row.version, messages: content.messages }
}

/**
 * Lists prompts a document may use, with the messages of the named ones. Versions without plain
 * text messages are omitted.
 */
export async function usablePrompts(
  db: Queries,
  workspaceId: string,
  refs: readonly RegistryRef[],
): Promise<KnownPrompt[]> {
  const said = new Map<string, Record<string, PromptMessage[]>>()
  for (const ref of new Map(refs.map((one) => [canonicalJson(one), one])).values()) {
    const found = await findMessages(db, workspaceId, ref)
    if (!found) continue
    const known = said.get(ref.name)
    said.set(ref.name, { ...known, [registryRefLabel(ref)]: found.messages })
  }
  const rows = await db
    .selectFrom('prompts as p')
    .innerJoin('prompt_versions as v', 'v.prompt_id', 'p.id')
    .leftJoin('prompt_labels as l', (join) =>
      join.onRef('l.prompt_id', '=', 'p.id').onRef('l.version', '=', 'v.version'),
    )
    .select(['p.name', 'v.version', 'l.label'])
    .where('p.workspace_id', '=', workspaceId)
    .where('p.deleted_at', 'is', null)
    .where('v.content', 'not like', UNUSABLE)
    .execute()
  const byName = Map.groupBy(rows, (row) => row.name)
  return [...byName].map(([name, some]) => ({
    name,
    labels: some.flatMap(({ label }) => label ?? []),
    versions: [...new Set(some.map(({ version }) => version))],
    says: said.get(name) ?? {},
  }))
}

/** The stored `content` of an unusable version. */
const UNUSABLE = '{"problem":%'

export type StoredContent = PromptContent | { problem: string }
