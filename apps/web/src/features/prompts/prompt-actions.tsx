import type { RegistryPrompt } from '@lathe/contract'
import { ActionIcon, Menu } from '@mantine/core'
import { IconArchive, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client } from '../../lib/api/api.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { DescribeDialog } from '../../ui/fields/describe-dialog.tsx'
import { showToast } from '../../ui/feedback/undo-toast.tsx'
import { RemovePromptDialog } from './remove-prompt-dialog.tsx'

export function PromptActions({ prompt }: { prompt: RegistryPrompt }) {
  const { name, isArchived } = prompt
  const [isEdited, setIsEdited] = useState(false)
  const [pendingAction, setPendingAction] = useState<'archive' | 'delete'>()
  const queries = useQueryClient()
  const invalidatePrompts = () => queries.invalidateQueries({ queryKey: api.prompts.key() })
  const fail = (error: unknown) => showToast(describeError(error).message, 'error')
  const edit = useMutation(
    api.prompts.edit.mutationOptions({ onSuccess: () => invalidatePrompts(), onError: fail }),
  )

  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" aria-label="More">
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={14} />} onClick={() => setIsEdited(true)}>
            Edit description…
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArchive size={14} />}
            onClick={() =>
              isArchived
                ? edit.mutate({ prompt: name, isArchived: false })
                : setPendingAction('archive')
            }
          >
            {isArchived ? 'Unarchive' : 'Archive…'}
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={14} />}
            onClick={() => setPendingAction('delete')}
          >
            Delete…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DescribeDialog
        title={`Edit description of ${name}`}
        item={isEdited ? prompt : undefined}
        hasFixedName
        save={async ({ description }) => {
          await client.prompts.edit({ prompt: name, description })
          await invalidatePrompts()
        }}
        onClose={() => setIsEdited(false)}
      />
      {pendingAction && (
        <RemovePromptDialog
          prompt={prompt}
          removal={pendingAction}
          onClose={() => setPendingAction(undefined)}
        />
      )}
    </>
  )
}
