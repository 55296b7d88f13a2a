import type { Example } from '@lathe/contract'
import {
  discardDraft,
  type DraftChange,
  editDrafts,
  type ExampleDraft,
  useExampleDrafts,
} from './example-drafts.ts'

export function useExampleDraft(example: Example) {
  const kept = useExampleDrafts(({ drafts }) => drafts[example.id])
  const begun: ExampleDraft = kept ?? { example, refused: {} }
  const keep = (change: DraftChange) => editDrafts([{ example, change }])
  return {
    draft: begun.example,
    refused: begun.refused,
    isChanged: kept !== undefined,
    /** Someone else saved a newer version after this draft was begun. */
    isBehind: begun.example.version < example.version,
    change: (part: Partial<Example>) =>
      keep((now) => ({ ...now, example: { ...now.example, ...part } })),
    refuse: (field: string, text: string | undefined) =>
      keep(({ refused: { [field]: _old, ...others }, ...now }) => ({
        ...now,
        refused: text === undefined ? others : { ...others, [field]: text },
      })),
    discard: () => discardDraft(example.id),
  }
}
