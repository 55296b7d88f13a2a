import type { Example } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { quotaSafeStorage } from '../../../lib/browser/local-storage.ts'
import { shareAcrossTabs } from '../../../lib/browser/share-across-tabs.ts'

/** An unsaved edit of an example. */
export type ExampleDraft = {
  example: Example
  /** Invalid text of a field, keyed by field id. */
  invalidTexts: Record<string, string>
}

export type DraftChange = (current: ExampleDraft) => ExampleDraft

type Drafts = { drafts: Record<string, ExampleDraft> }

/** Unsaved examples by id. They survive selecting another example and closing the tab. */
export const useExampleDrafts = create<Drafts>()(
  persist(() => ({ drafts: {} }), {
    name: 'lathe.example-drafts',
    version: 1,
    storage: quotaSafeStorage<Drafts>(),
  }),
)
shareAcrossTabs(useExampleDrafts)

export const exampleContent = ({ inputs, reference, metadata, splits }: Example) =>
  canonicalJson({ inputs, reference, metadata, splits })

export const isValidDraft = ({ invalidTexts }: ExampleDraft) =>
  Object.keys(invalidTexts).length === 0

/** `example` is the saved version. A draft equal to it is dropped. */
export function editDrafts(edits: readonly { example: Example; change: DraftChange }[]): void {
  useExampleDrafts.setState(({ drafts }) => {
    const next = new Map(Object.entries(drafts))
    for (const { example, change } of edits) {
      const changed = change(next.get(example.id) ?? { example, invalidTexts: {} })
      const isUnchanged =
        isValidDraft(changed) &&
        changed.example.version === example.version &&
        exampleContent(changed.example) === exampleContent(example)
      if (isUnchanged) next.delete(example.id)
      else next.set(example.id, changed)
    }
    return { drafts: Object.fromEntries(next) }
  })
}

/** Drops the saved drafts. Edits made during the save continue from the new `version`. */
export function settleDrafts(sent: readonly Example[], version: number): void {
  useExampleDrafts.setState(({ drafts }) => {
    const next = new Map(Object.entries(drafts))
    for (const example of sent) {
      const draft = next.get(example.id)
      if (!draft) continue
      if (isValidDraft(draft) && exampleContent(draft.example) === exampleContent(example))
        next.delete(example.id)
      else next.set(example.id, { ...draft, example: { ...draft.example, version } })
    }
    return { drafts: Object.fromEntries(next) }
  })
}

/** Turns drafts of deleted examples into new examples: saving one recreates it. */
export function markAsNew(ids: readonly string[]): void {
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
  useExampleDrafts.setState(({ drafts: { [id]: _removed, ...drafts } }) => ({ drafts }))
}
