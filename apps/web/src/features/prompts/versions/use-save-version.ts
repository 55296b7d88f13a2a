import type { PromptVersion } from '@lathe/contract'
import { isDefinedError } from '@orpc/client'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import type { PromptDraft } from '../drafts.ts'

type SaveVersion = {
  name: string
  draft: PromptDraft
  onSaved: (savedVersion: PromptVersion & { isNew: boolean }) => Promise<void>
}

/** `newer` is the conflicting version. */
export function useSaveVersion({ name, draft: { content, message }, onSaved }: SaveVersion) {
  const { mutate, error, isPending } = useMutation(
    api.prompts.commit.mutationOptions({ onSuccess: onSaved }),
  )
  const isOutdated = isDefinedError(error) && error.code === 'CONFLICT'
  return {
    mutate: (base: number | undefined) =>
      mutate({ prompt: name, content, message, ...(base !== undefined && { base }) }),
    newer: isOutdated ? error.data.version : undefined,
    error,
    isPending,
  }
}
