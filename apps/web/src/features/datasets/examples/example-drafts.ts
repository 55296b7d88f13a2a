import type { Example } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { keptStorage } from '../../../lib/kept-storage.ts'
import { shareAcrossTabs } from '../../../lib/share-across-tabs.ts'

/** An example as it is being written. */
export type ExampleDraft = {
  example: Example
  /** By field: what stands in it and is no JSON, or not of the kind it has to be. */
  refused: Record<string, string>
}

export type DraftChange = (now: ExampleDraft) => ExampleDraft

type Drafts = { drafts: Record<string, ExampleDraft> }

/** Unsaved examples by their ids: looking at another or closing the tab loses nothing. */
export const useExampleDrafts = create<Drafts>()(
  persist(() => ({ drafts: {} }), {
    name: 'lathe.example-drafts',
    version: 1,
    storage: keptStorage<Drafts>(),
  }),
)
shareAcrossTabs(useExampleDrafts)

export const contentOf = ({ inputs, reference, metadata, splits }: Example) =>
  canonicalJson({ inputs, reference, metadata, splits })

export const isWhole = ({ refused }: ExampleDraft) => Object.keys(refused).length === 0

/** `example` is as it was saved: of a draft that is like it again nothing is kept. */
export function editDrafts(edits: readonly { example: Example; change: DraftChange }[]): void {
  useExampleDrafts.setState(({ drafts }) => {
    const next = new Map(Object.entries(drafts))
    for (const { example, change } of edits) {
      const made = change(next.get(example.id) ?? { example, refused: {} })
      const isAsItWas =
        isWhole(made) &&
        made.example.version === example.version &&
        contentOf(made.example) === contentOf(example)
      if (isAsItWas) next.delete(example.id)
      else next.set(example.id, made)
    }
    return { drafts: Object.fromEntries(next) }
  })
}

/** Of what was sent nothing is kept; what was written meanwhile goes on from the version it made. */
export function settleDrafts(sent: readonly Example[], version: number): void {
  useExampleDrafts.setState(({ drafts }) => {
    const next = new Map(Object.entries(drafts))
    for (const example of sent) {
      const now = next.get(example.id)
      if (!now) continue
      if (isWhole(now) && contentOf(now.example) === contentOf(example)) next.delete(example.id)
      else next.set(example.id, { ...now, example: { ...now.example, version } })
    }
    return { drafts: Object.fromEntries(next) }
  })
}

/** What somebody else removed is a new example from now on: it is kept, and saving it brings it back. */
export function uproot(ids: readonly string[]): void {
  useExampleDrafts.setState(({ drafts }) => ({
    drafts: Object.fromEntries(
      Object.entries(drafts).map(([id, draft]) => [
        id,
        ids.includes(id) ? { ...draft, example: { ...draft.example, version: 0 } } : draft,
      ]),
    ),
  }))
}

export function discardDraft(id: string): void {
  useExampleDrafts.setState(({ drafts: { [id]: _dropped, ...rest } }) => ({ drafts: rest }))
}
