import type { Example } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'
import { type ExampleDraft, useExampleDrafts } from './example-drafts.ts'

const contentOf = ({ inputs, reference, metadata, splits }: Example) =>
  canonicalJson({ inputs, reference, metadata, splits })

/** What is being made of an example; nothing is kept of one that is as it was. */
export function useExampleDraft(example: Example) {
  const { put, drop } = useExampleDrafts()
  const kept = useExampleDrafts(({ drafts }) => drafts[example.id])
  const begun: ExampleDraft = kept ?? { example, refused: {} }
  const keep = (change: (now: ExampleDraft) => ExampleDraft) => {
    // One keystroke may change both what is taken and what is refused.
    const next = change(useExampleDrafts.getState().drafts[example.id] ?? begun)
    const isAsItWas =
      Object.keys(next.refused).length === 0 &&
      next.example.version === example.version &&
      contentOf(next.example) === contentOf(example)
    if (isAsItWas) drop(example.id)
    else put(example.id, next)
  }
  return {
    draft: begun.example,
    refused: begun.refused,
    isChanged: kept !== undefined,
    /** Somebody made another version of it since this was begun. */
    isBehind: begun.example.version < example.version,
    change: (part: Partial<Example>) =>
      keep((now) => ({ ...now, example: { ...now.example, ...part } })),
    refuse: (field: string, text: string | undefined) =>
      keep(({ refused: { [field]: _old, ...others }, ...now }) => ({
        ...now,
        refused: text === undefined ? others : { ...others, [field]: text },
      })),
    /** Of what was sent nothing is kept; what was written meanwhile goes on from the version it made. */
    settle: (sent: Example, version: number) => {
      const now = useExampleDrafts.getState().drafts[example.id]
      if (!now) return
      const isSent =
        Object.keys(now.refused).length === 0 && contentOf(now.example) === contentOf(sent)
      if (isSent) drop(example.id)
      else put(example.id, { ...now, example: { ...now.example, version } })
    },
    discard: () => drop(example.id),
  }
}
