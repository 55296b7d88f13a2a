import type { GraphDocument, Variant, VariantBase } from '@lathe/contract'
import {
  DEFAULT_LABEL,
  overrideProblems,
  promptDocument,
  type RegistryRef,
  registryRefs,
  withOverrides,
  withRegistryPrompts,
} from '@lathe/graph'
import { useQueries, useQuery, skipToken } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api, client } from '../../../lib/api/api.ts'
import { errorCode } from '../../../lib/api/describe-error.ts'
import { useComparison, useFullPlan } from '../comparison-context.ts'

type AgentBase = Pick<Extract<VariantBase, { type: 'agent' }>, 'agent' | 'version'>

/** A version without overrides. */
type BaseDocument = {
  saved: GraphDocument
  /** With registry prompts resolved to their current messages. */
  executed: GraphDocument
}

/** A numbered version is immutable, but its prompt labels can move. */
const LABELS_STALE_MS = 60_000

export const baseDocumentQuery = ({ agent, version }: AgentBase) => ({
  queryKey: [...api.agents.draft.key({ input: { agent } }), 'compared', version],
  queryFn: () => fetchDocument(agent, version),
  staleTime: typeof version === 'number' ? LABELS_STALE_MS : 0,
})

async function fetchDocument(
  agent: string,
  version: AgentBase['version'],
): Promise<BaseDocument | null> {
  const saved = await fetchSaved(agent, version)
  return saved && { saved, executed: await withPrompts(saved) }
}

async function fetchSaved(
  agent: string,
  version: AgentBase['version'],
): Promise<GraphDocument | null> {
  if (version === 'draft') return (await client.agents.draft({ agent })).document
  const number =
    version === 'published' ? (await client.agents.get({ agent })).publishedVersion : version
  return number === null ? null : (await client.agents.version({ agent, number })).document
}

async function withPrompts(document: GraphDocument): Promise<GraphDocument> {
  const names = [...new Set(registryRefs(document).map(({ ref }) => ref.name))]
  const versions = new Map(
    await Promise.all(names.map(async (name) => [name, await listVersions(name)] as const)),
  )
  const resolveVersion = ({ name, version, label = DEFAULT_LABEL }: RegistryRef) =>
    versions
      .get(name)
      ?.find((candidate) =>
        version === undefined ? candidate.labels.includes(label) : candidate.version === version,
      )
  return withRegistryPrompts(document, (ref) => resolveVersion(ref)?.content?.messages)
}

/** Empty for a deleted prompt. The server rejects the run. */
const listVersions = (prompt: string) =>
  client.prompts.versions({ prompt }).catch((error: unknown) => {
    if (errorCode(error) === 'NO_SUCH_PROMPT') return []
    throw error
  })

type WithOverrides = Pick<Extract<VariantBase, { type: 'agent' }>, 'overrides'>

const applied = (document: GraphDocument, { overrides }: WithOverrides) =>
  overrideProblems(document, overrides).length > 0 ? document : withOverrides(document, overrides)

/** The document to promote. Unchanged registry prompts stay references. */
export function useSavedDocument({ base }: Variant): GraphDocument | undefined {
  const query = base.type === 'agent' ? baseDocumentQuery(base) : { queryKey: ['no agent'] }
  const { data } = useQuery({ queryFn: skipToken, ...query })
  if (base.type === 'prompt') return promptDocument(base)
  return data ? applied(data.saved, base) : undefined
}

export type Documents = ReadonlyMap<string, GraphDocument>

/** The documents that variants execute, by key, as far as loaded. The map is stable. */
export function useDocuments(variants: readonly Variant[]): Documents {
  const combine = useCallback(
    (results: readonly BaseDocumentResult[]) => buildDocuments(variants, results),
    [variants],
  )
  return useQueries({ queries: listAgentBases(variants).map(baseDocumentQuery), combine })
}

const listAgentBases = (variants: readonly Variant[]) =>
  variants.flatMap(({ base }) => (base.type === 'agent' ? [base] : []))

type BaseDocumentResult = { data: BaseDocument | null | undefined }

function buildDocuments(
  variants: readonly Variant[],
  results: readonly BaseDocumentResult[],
): Documents {
  const byBase = new Map(
    listAgentBases(variants).map((base, index) => [base, results[index]?.data]),
  )
  return new Map(
    variants.flatMap(({ key, base }): [string, GraphDocument][] => {
      if (base.type === 'prompt') return [[key, promptDocument(base)]]
      const document = byBase.get(base)
      return document ? [[key, applied(document.executed, base)]] : []
    }),
  )
}

const NONE: ReadonlySet<string> = new Set()

/** Keys of variants whose current document differs from what ran, such as an edited draft. */
export function useOutdatedVariants(): ReadonlySet<string> {
  const { detail } = useComparison()
  const { variants } = useFullPlan()
  const { id, status, updatedAt } = detail
  const hasEnded = status === 'done' || status === 'stopped'
  const { data } = useQuery({
    queryKey: [...api.comparisons.outdated.key({ input: { id } }), status, updatedAt],
    queryFn: async () => new Set((await client.comparisons.outdated({ id })).variants),
    enabled: hasEnded && variants.some(({ base }) => base.type === 'agent'),
    staleTime: 0,
  })
  return (hasEnded && data) || NONE
}
