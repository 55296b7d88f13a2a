import type { GraphDocument, PromptUses } from '@lathe/contract'
import { DEFAULT_LABEL, registryRefs } from '@lathe/graph'
import type { Db } from '../platform/db/db.ts'
import { fromJson } from '../platform/db/json.ts'
import type { PromptRow } from './prompts.store.ts'

type AgentUse = PromptUses['agents'][number]

export async function listPromptUses(db: Db, prompt: PromptRow): Promise<PromptUses> {
  const [documents, comparisons] = await Promise.all([
    listUsingDocuments(db, prompt),
    comparisonUses(db, prompt),
  ])
  return { agents: documents.flatMap(({ uses }) => uses), comparisons }
}

const LISTED_NAMES = 5

/** The names of agents and comparisons, for an error message. */
export function describeUses({ agents, comparisons }: PromptUses): string {
  const published = new Set(
    agents.filter(({ document }) => document === 'published').map(({ agent }) => agent),
  )
  const names = new Map(
    agents.map(({ agent, name }) => [
      agent,
      `agent ${name} (${published.has(agent) ? 'published' : 'draft'})`,
    ]),
  )
  const all = [...names.values(), ...comparisons.map(({ name }) => `comparison ${name}`)]
  const rest = all.length - LISTED_NAMES
  return all.slice(0, LISTED_NAMES).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

/** A draft or published version that uses a prompt. */
export type UsingDocument = { document: GraphDocument; uses: AgentUse[] }

/** Lists published versions first. */
export async function listUsingDocuments(
  db: Db,
  { workspace_id, name }: Pick<PromptRow, 'workspace_id' | 'name'>,
): Promise<UsingDocument[]> {
  const agents = db
    .selectFrom('agents as a')
    .where('a.workspace_id', '=', workspace_id)
    .where('a.deleted_at', 'is', null)
    .orderBy('a.slug')
  const named = JSON.stringify({ name }).slice(1, -1)
  const [drafts, published] = await Promise.all([
    agents
      .select(['a.slug', 'a.name', 'a.draft_document as document'])
      .where((eb) => db.portable.contains(eb.ref('a.draft_document'), named))
      .execute(),
    agents
      .innerJoin('agent_versions as v', (join) =>
        join.onRef('v.agent_id', '=', 'a.id').onRef('v.number', '=', 'a.published_version'),
      )
      .select(['a.slug', 'a.name', 'v.document'])
      .where((eb) => db.portable.contains(eb.ref('v.document'), named))
      .execute(),
  ])
  const usesIn = (rows: typeof drafts, kind: AgentUse['document']): UsingDocument[] =>
    rows.flatMap((row) => {
      const document = fromJson(row.document)
      const uses = namedIn(document, name).map((use) => ({
        agent: row.slug,
        name: row.name,
        document: kind,
        ...use,
      }))
      return uses.length === 0 ? [] : [{ document, uses }]
    })
  return [...usesIn(published, 'published'), ...usesIn(drafts, 'draft')]
}

const namedIn = (document: GraphDocument, name: string) =>
  registryRefs(document)
    .filter(({ ref }) => ref.name === name)
    .map(({ node, ref: { label, version } }) => ({
      node,
      label: version === undefined ? (label ?? DEFAULT_LABEL) : null,
      version: version ?? null,
    }))

/** The comparisons whose cells ran a version of the prompt, or whose plan names it. */
async function comparisonUses(db: Db, prompt: PromptRow): Promise<PromptUses['comparisons']> {
  const rows = [...(await cellUses(db, prompt)), ...(await planUses(db, prompt))]
  const byId = Map.groupBy(rows, (row) => row.id)
  return [...byId]
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .map(([comparison, some]) => ({
      id: comparison,
      name: some[0]?.name ?? '',
      versions: [...new Set(some.map(({ version }) => version))].toSorted((a, b) => b - a),
    }))
}

/** The comparisons with a variant or a judge that was taken from the prompt. */
async function planUses(db: Db, { workspace_id, name }: PromptRow) {
  const rows = await db
    .selectFrom('comparisons')
    .select(['id', 'name', 'plan'])
    .where('workspace_id', '=', workspace_id)
    .where('deleted_at', 'is', null)
    .where((eb) =>
      db.portable.contains(eb.ref('plan'), JSON.stringify({ prompt: name }).slice(1, -1)),
    )
    .execute()
  return rows.flatMap(({ plan, ...comparison }) => {
    const { variants, evaluators: checks } = fromJson(plan)
    return [
      ...variants.map(({ base }) => base),
      ...checks.map(({ evaluator }) => evaluator),
    ].flatMap((part) =>
      'from' in part && part.from?.prompt === name
        ? [{ ...comparison, version: part.from.version }]
        : [],
    )
  })
}

const cellUses = (db: Db, { workspace_id, id }: PromptRow) =>
  db
    .selectFrom('prompt_graphs as g')
    .innerJoin('runs as r', (join) =>
      join
        .onRef('r.workspace_id', '=', 'g.workspace_id')
        .onRef('r.graph_hash', '=', 'g.graph_hash'),
    )
    .innerJoin('comparison_cells as cell', 'cell.run_id', 'r.id')
    .innerJoin('comparisons as c', 'c.id', 'cell.comparison_id')
    .select(['c.id', 'c.name', 'g.version'])
    .distinct()
    .where('g.workspace_id', '=', workspace_id)
    .where('g.prompt_id', '=', id)
    .where('c.deleted_at', 'is', null)
    .orderBy('c.id', 'desc')
    .execute()
