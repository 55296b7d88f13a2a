import type { GraphDocument, Variant, VariantBase } from '@lathe/contract'
import { overrideProblems, promptDocument, withOverrides } from '@lathe/graph'
import { useQueries } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api, client } from '../../../lib/api.ts'

type AgentBase = Pick<Extract<VariantBase, { type: 'agent' }>, 'agent' | 'version'>

/** A version as it was saved, before anything is changed in it. */
export const baseDocumentQuery = ({ agent, version }: AgentBase) => ({
  queryKey: [...api.agents.draft.key({ input: { agent } }), 'compared', version],
  queryFn: () => fetchDocument(agent, version),
  staleTime: typeof version === 'number' ? Number.POSITIVE_INFINITY : 0,
})

async function fetchDocument(
  agent: string,
  version: AgentBase['version'],
): Promise<GraphDocument | null> {
  if (version === 'draft') return (await client.agents.draft({ agent })).document
  const number =
    version === 'published' ? (await client.agents.get({ agent })).publishedVersion : version
  return number === null ? null : (await client.agents.version({ agent, number })).document
}

const applied = (document: GraphDocument, { overrides }: Extract<VariantBase, { type: 'agent' }>) =>
  overrideProblems(document, overrides).length > 0 ? document : withOverrides(document, overrides)

export type Documents = ReadonlyMap<string, GraphDocument>

/** What each variant executes, by its key, as far as it is known; the same map until that changes. */
export function useDocuments(variants: readonly Variant[]): Documents {
  const combine = useCallback((found: readonly Found[]) => documentsOf(variants, found), [variants])
  return useQueries({ queries: agentsOf(variants).map(baseDocumentQuery), combine })
}

const agentsOf = (variants: readonly Variant[]) =>
  variants.flatMap(({ base }) => (base.type === 'agent' ? [base] : []))

type Found = { data: GraphDocument | null | undefined }

function documentsOf(variants: readonly Variant[], found: readonly Found[]): Documents {
  const byBase = new Map(agentsOf(variants).map((base, index) => [base, found[index]?.data]))
  return new Map(
    variants.flatMap(({ key, base }): [string, GraphDocument][] => {
      if (base.type === 'prompt') return [[key, promptDocument(base)]]
      const document = byBase.get(base)
      return document ? [[key, applied(document, base)]] : []
    }),
  )
}
