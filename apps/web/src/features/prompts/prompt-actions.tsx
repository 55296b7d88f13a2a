import type { RegistryPrompt } from '@lathe/contract'
import { ActionIcon, Menu } from '@mantine/core'
import { IconArchive, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, client } from '../../lib/api.ts'
import { describeError } from '../../lib/describe-error.ts'
import { DescribeDialog } from '../../ui/describe-dialog.tsx'
import { showToast, showUndoToast } from '../../ui/undo-toast.tsx'

export function PromptActions({ prompt }: { prompt: RegistryPrompt }) {
  const { name, isArchived } = prompt
  const navigate = useNavigate()
  const [isEdited, setIsEdited] = useState(false)
  const queries = useQueryClient()
  const forget = () => queries.invalidateQueries({ queryKey: api.prompts.key() })
  const fail = (error: unknown) => showToast(describeError(error).message, 'error')
  const edit = useMutation(
    api.prompts.edit.mutationOptions({ onSuccess: () => forget(), onError: fail }),
  )
  const remove = useMutation(
    api.prompts.delete.mutationOptions({
      onSuccess: async ({ id }) => {
        await navigate({ to: '/prompts' })
        queries.removeQueries({ queryKey: api.prompts.get.key({ input: { prompt: name } }) })
        await queries.invalidateQueries({ queryKey: api.prompts.list.key() })
        showUndoToast({
          message: `${name} deleted`,
          onUndo: () => void client.prompts.restore({ id }).then(forget).catch(fail),
        })
      },
      onError: fail,
    }),
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
            Describe…
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArchive size={14} />}
            onClick={() => edit.mutate({ prompt: name, isArchived: !isArchived })}
          >
            {isArchived ? 'Take it back into use' : 'Archive'}
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={14} />}
            onClick={() => remove.mutate({ prompt: name })}
          >
            Delete prompt
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DescribeDialog
        title={`Describe ${name}`}
        described={isEdited ? prompt : undefined}
        hasFixedName
        save={async ({ description }) => {
          await client.prompts.edit({ prompt: name, description })
          await forget()
        }}
        onClose={() => setIsEdited(false)}
      />
    </>
  )
}
