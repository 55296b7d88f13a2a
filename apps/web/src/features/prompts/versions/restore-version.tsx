import type { PromptVersion, RegistryPrompt } from '@lathe/contract'
import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '../../../lib/api/api.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'

const route = getRouteApi('/prompts/$name')

type RestoreVersionProps = {
  prompt: RegistryPrompt
  version: PromptVersion
}

/** Saves the content of an older version as the newest one; versions in between stay. */
export function RestoreVersion({ prompt, version: shownVersion }: RestoreVersionProps) {
  const navigate = route.useNavigate()
  const queries = useQueryClient()
  const commit = useMutation(
    api.prompts.commit.mutationOptions({
      onSuccess: async ({ version, isNew }) => {
        await queries.invalidateQueries({ queryKey: api.prompts.key() })
        if (!isNew) showToast(`v${version} already has this content`)
        void navigate({ search: { version } })
      },
      onError: (error) => showToast(describeError(error).message, 'error'),
    }),
  )
  const { content } = shownVersion
  if (!content) return null
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconHistory size={14} />}
      loading={commit.isPending}
      onClick={() =>
        commit.mutate({
          prompt: prompt.name,
          content,
          message: `Restored from v${shownVersion.version}`,
          base: prompt.version,
        })
      }
    >
      Restore as v{prompt.version + 1}
    </Button>
  )
}
