import type { ToolCall } from '@lathe/contract'
import { fingerprint } from '../fetch/canonical-json.ts'
import { checkBudget } from './budget.ts'
import type { FindDocuments, SearchCollections } from './find-documents.ts'
import { noteWait } from './ports.ts'
import { recordEmbedding, serveEmbedding } from './recorded-embedding.ts'
import type { Scope } from './scope.ts'

type ToolSearches = {
  search: SearchCollections | null
  /** When the call is over: one that a tape answered has not searched itself. */
  settle: () => void
}

/** The searches that a tool makes while it is called, with what they spend on record. */
export function searchesOf(
  scope: Scope,
  { name, args }: Pick<ToolCall, 'name' | 'args'>,
  retrieve: FindDocuments | undefined,
): ToolSearches {
  const { run } = scope
  const call = { name, fingerprint: fingerprint({ tool: name, args }) }
  let hasSearched = false
  return {
    search: retrieve
      ? async (wanted, how) => {
          hasSearched = true
          checkBudget(run)
          const onWait = (wait: Parameters<typeof noteWait>[1]) => noteWait(scope, wait)
          const found = await retrieve(run.request.workspaceId, wanted, { onWait, ...how })
          if (found.embedding) recordEmbedding(scope, call, wanted.query, found.embedding)
          return found
        }
      : null,
    settle() {
      if (run.replay && !hasSearched) serveEmbedding(scope, call)
    },
  }
}
