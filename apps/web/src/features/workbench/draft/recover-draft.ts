import type { Draft, GraphDocument } from '@lathe/contract'
import { askedJson } from '@lathe/graph'
import type { KeptDraft } from './kept-drafts.ts'

export type Recovery =
  | { type: 'nothing' }
  /** Changes the server never got, on top of the very revision it has. */
  | { type: 'unsaved'; document: GraphDocument; tab: string }
  /** Changes on top of an older revision: somebody saved meanwhile. */
  | { type: 'conflict'; document: GraphDocument; tab: string; revision: number }

/** What to do with changes kept in this browser: the newest of this tab or of one that is gone. */
export function recoverDraft(
  draft: Draft,
  kept: readonly (KeptDraft & { tab: string })[],
  tab: string,
  live: ReadonlySet<string>,
): Recovery {
  const mine = kept.find((each) => each.tab === tab || !live.has(each.tab))
  if (!mine || isSame(mine.document, draft.document)) return { type: 'nothing' }
  const { document, tab: from, revision } = mine
  return revision === draft.revision
    ? { type: 'unsaved', document, tab: from }
    : { type: 'conflict', document, tab: from, revision }
}

/** The server puts keys into its own order. */
const isSame = (a: unknown, b: unknown) => askedJson(a) === askedJson(b)
