import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { describeError } from '../../lib/describe-error.ts'
import { Lacking } from '../../ui/lacking.tsx'

type NewDatasetProps = { isOpen: boolean; onClose: () => void }

export function NewDataset({ isOpen, onClose }: NewDatasetProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="New dataset">
      {isOpen && <Form onClose={onClose} />}
    </Modal>
  )
}

function Form({ onClose }: Pick<NewDatasetProps, 'onClose'>) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const create = useMutation(
    api.datasets.create.mutationOptions({
      onSuccess: async (made) => {
        onClose()
        await queries.invalidateQueries({ queryKey: api.datasets.key() })
        await navigate({
          to: '/datasets/$name',
          params: { name: made.name },
          search: { pane: 'import' },
        })
      },
    }),
  )
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
          data-autofocus
          required
          maxLength={200}
          value={name}
          error={create.error && describeError(create.error).message}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextInput
          label="Description"
          placeholder="Optional"
          maxLength={2_000}
          value={description}
          onChange={({ currentTarget }) => setDescription(currentTarget.value)}
        />
        <Group justify="flex-end">
          <Lacking lack={name.trim() === '' && 'It needs a name'}>
            <Button type="submit" loading={create.isPending}>
              Create
            </Button>
          </Lacking>
        </Group>
      </Stack>
    </form>
  )
}
