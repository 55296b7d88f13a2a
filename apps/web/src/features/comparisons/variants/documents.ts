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
import { api, client } from '../../../lib/api.ts'
import { codeOf } from '../../../lib/describe-error.ts'
import { useComparison, useWholePlan } from '../comparison-context.ts'

type AgentBase = Pick<Extract<VariantBase, { type: 'agent' }>, 'agent' | 'version'>

/** A version without overrides. */
type BaseDocument = {
  saved: GraphDocument
  /** With registry prompts resolved to their current messages. */
  executed: GraphDocument
}

/** A numbered version is immutable, but its prompt labels can move. */
const LOOKED_AT_AGAIN = 60_000

export const baseDocumentQuery = ({ agent, version }: AgentBase) => ({
  queryKey: [...api.agents.draft.key({ input: { agent } }), 'compared', version],
  queryFn: () => fetchDocument(agent, version),
  staleTime: typeof version === 'number' ? LOOKED_AT_AGAIN : 0,
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
    await Promise.all(names.map(async (name) => [name, await versionsOf(name)] as const)),
  )
  const taken = ({ name, version, label = DEFAULT_LABEL }: RegistryRef) =>
    versions
      .get(name)
      ?.find((one) =>
        version === undefined ? one.labels.includes(label) : one.version === version,
      )
  return withRegistryPrompts(document, (ref) => taken(ref)?.content?.messages)
}

/** Empty for a deleted prompt. The server rejects the run. */
const versionsOf = (prompt: string) =>
  client.prompts.versions({ prompt }).catch((error: unknown) => {
    if (codeOf(error) === 'NO_SUCH_PROMPT') return []
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
  const combine = useCallback((found: readonly Found[]) => documentsOf(variants, found), [variants])
  return useQueries({ queries: agentsOf(variants).map(baseDocumentQuery), combine })
}

const agentsOf = (variants: readonly Variant[]) =>
  variants.flatMap(({ base }) => (base.type === 'agent' ? [base] : []))

type Found = { data: BaseDocument | null | undefined }

function documentsOf(variants: readonly Variant[], found: readonly Found[]): Documents {
  const byBase = new Map(agentsOf(variants).map((base, index) => [base, found[index]?.data]))
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
export function useMoved(): ReadonlySet<string> {
  const { detail } = useComparison()
  const { variants } = useWholePlan()
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
