import { PromptName } from '@lathe/contract'
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { describeError } from '../../lib/describe-error.ts'
import { Lacking } from '../../ui/lacking.tsx'

type NewPromptProps = { isOpen: boolean; onClose: () => void }

export function NewPrompt({ isOpen, onClose }: NewPromptProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="New prompt">
      {isOpen && <Form onClose={onClose} />}
    </Modal>
  )
}

function Form({ onClose }: Pick<NewPromptProps, 'onClose'>) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const parsed = PromptName.safeParse(name)
  const create = useMutation(
    api.prompts.create.mutationOptions({
      onSuccess: async (made) => {
        onClose()
        await queries.invalidateQueries({ queryKey: api.prompts.key() })
        await navigate({
          to: '/prompts/$name',
          params: { name: made.name },
          search: { edit: 'new' },
        })
      },
    }),
  )
  const complaint = name !== '' && !parsed.success && parsed.error.issues[0]?.message
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        create.mutate({ name, description })
      }}
    >
      <Stack gap="sm">
        <TextInput
          label="Name"
          description="Agents and programs find it by this name; it does not change"
          data-autofocus
          required
          maxLength={128}
          value={name}
          error={complaint || (create.error && describeError(create.error).message)}
          onChange={({ currentTarget }) => {
            create.reset()
            setName(currentTarget.value)
          }}
        />
        <TextInput
          label="Description"
          placeholder="Optional"
          maxLength={2_000}
          value={description}
          onChange={({ currentTarget }) => setDescription(currentTarget.value)}
        />
        <Group justify="flex-end">
          <Lacking lack={!parsed.success && 'It needs a name of this form'}>
            <Button type="submit" loading={create.isPending}>
              Create
            </Button>
          </Lacking>
        </Group>
      </Stack>
    </form>
  )
}
