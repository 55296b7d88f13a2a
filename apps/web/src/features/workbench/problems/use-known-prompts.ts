import type { GraphDocument, PromptVersion, RegistryPrompt } from '@lathe/contract'
import { type KnownPrompt, registryRefs } from '@lathe/graph'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../lib/api.ts'
import { remember } from '../../../lib/remember.ts'
import { useBench } from '../workbench-context.ts'

const NO_PROMPTS: readonly RegistryPrompt[] = []

const namesIn = remember((document: GraphDocument) =>
  JSON.stringify([...new Set(registryRefs(document).map(({ ref }) => ref.name))].toSorted()),
)

/** The prompts of the registry, those the document names with what they say; undefined until they are known. */
export function useKnownPrompts(): readonly KnownPrompt[] | undefined {
  const { data: prompts = NO_PROMPTS, isPending } = useQuery(
    api.prompts.list.queryOptions({ input: {} }),
  )
  // A text, so that only another set of names asks again.
  const named = useBench(({ document }) => namesIn(document))
  const used = useMemo((): string[] => {
    const names: string[] = JSON.parse(named)
    return names.filter((name) => prompts.some((prompt) => prompt.name === name))
  }, [named, prompts])
  const versions = useQueries({
    queries: used.map((name) =>
      api.prompts.versions.queryOptions({
        input: { prompt: name },
        placeholderData: keepPreviousData,
      }),
    ),
    combine: (results) => results.map(({ data }) => data),
  })
  return useMemo(
    () =>
      isPending
        ? undefined
        : prompts.map((prompt) => {
            const known = versions[used.indexOf(prompt.name)]
            return known ? toKnown(prompt.name, known) : withoutContent(prompt)
          }),
    [prompts, isPending, used, versions],
  )
}

const withoutContent = ({ name, labels, version }: RegistryPrompt): KnownPrompt => ({
  name,
  labels: labels.map(({ label }) => label),
  versions: Array.from({ length: version }, (_, index) => index + 1),
})

/** Versions that are no list of text messages cannot be named. */
function toKnown(name: string, versions: readonly PromptVersion[]): KnownPrompt {
  const usable = versions.flatMap(({ content, ...version }) =>
    content ? [{ ...version, messages: content.messages }] : [],
  )
  const says = usable.flatMap(({ version, labels, messages }) =>
    [`v${version}`, ...labels].map((label) => [label, messages] as const),
  )
  return {
    name,
    labels: usable.flatMap(({ labels }) => labels),
    versions: usable.map(({ version }) => version),
    says: Object.fromEntries(says),
  }
}
