import type { GraphDocument, PromptVersion } from '@lathe/contract'
import { DEFAULT_LABEL, registryRefs } from '../prompts/registry-prompts.ts'
import type { ExportOptions } from './options.ts'

export type PromptSource = {
  list: (asked: object) => Promise<readonly { name: string }[]>
  versions: (asked: { prompt: string }) => Promise<readonly PromptVersion[]>
}

/** Loads the current messages of the registry prompts of a document. Called agents already contain theirs. */
export async function loadPrompts(
  document: GraphDocument,
  source: PromptSource,
): Promise<NonNullable<ExportOptions['promptOf']>> {
  const names = new Set(registryRefs(document).map(({ ref }) => ref.name))
  const storedPrompts = names.size === 0 ? [] : await source.list({})
  const found = storedPrompts.filter(({ name }) => names.has(name))
  const versions = new Map(
    await Promise.all(
      found.map(async ({ name }): Promise<[string, readonly PromptVersion[]]> => [
        name,
        await source.versions({ prompt: name }),
      ]),
    ),
  )
  return ({ name, label, version }) =>
    versions
      .get(name)
      ?.find((one) =>
        version === undefined
          ? one.labels.includes(label ?? DEFAULT_LABEL)
          : one.version === version,
      )?.content?.messages
}
