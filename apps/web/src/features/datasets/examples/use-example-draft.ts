import type { Example } from '@lathe/contract'
import {
  discardDraft,
  type DraftChange,
  editDrafts,
  type ExampleDraft,
  useExampleDrafts,
} from './example-drafts.ts'

export function useExampleDraft(example: Example) {
  const storedDraft = useExampleDrafts(({ drafts }) => drafts[example.id])
  const draft: ExampleDraft = storedDraft ?? { example, invalidTexts: {} }
  const saveDraft = (change: DraftChange) => editDrafts([{ example, change }])
  return {
    draft: draft.example,
    invalidTexts: draft.invalidTexts,
    isChanged: storedDraft !== undefined,
    /** Someone else saved a newer version after this draft was begun. */
    isOutdated: draft.example.version < example.version,
    change: (changes: Partial<Example>) =>
      saveDraft((current) => ({ ...current, example: { ...current.example, ...changes } })),
    setInvalidText: (field: string, text: string | undefined) =>
      saveDraft(({ invalidTexts: { [field]: _removed, ...otherTexts }, ...current }) => ({
        ...current,
        invalidTexts: text === undefined ? otherTexts : { ...otherTexts, [field]: text },
      })),
    discard: () => discardDraft(example.id),
  }
}
