import type { Experiment } from '@lathe/contract'
import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { describeError } from '../../lib/describe-error.ts'
import { Lacking } from '../lacking.tsx'

type EditExperimentProps = { experiment: Experiment | undefined; onClose: () => void }

/** Nothing while none is edited. */
export function EditExperiment({ experiment, onClose }: EditExperimentProps) {
  return (
    <Modal opened={experiment !== undefined} onClose={onClose} title="Edit experiment">
      {experiment && <Form key={experiment.id} experiment={experiment} onClose={onClose} />}
    </Modal>
  )
}

function Form({ experiment, onClose }: { experiment: Experiment; onClose: () => void }) {
  const { id } = experiment
  const queries = useQueryClient()
  const [name, setName] = useState(experiment.name)
  const [description, setDescription] = useState(experiment.description)
  const edit = useMutation(
    api.experiments.edit.mutationOptions({
      onSuccess: async () => {
        onClose()
        await Promise.all(
          [api.experiments.key(), api.datasets.experiments.key(), api.traces.key()].map(
            (queryKey) => queries.invalidateQueries({ queryKey }),
          ),
        )
      },
    }),
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        edit.mutate({ id, name, description })
      }}
    >
      <Stack gap="sm">
        <TextInput
          label="Name"
          data-autofocus
          required
          maxLength={500}
          value={name}
          error={edit.error && describeError(edit.error).message}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Textarea
          label="Description"
          placeholder="What was tried, and why"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2_000}
          value={description}
          onChange={({ currentTarget }) => setDescription(currentTarget.value)}
        />
        <Group justify="flex-end">
          <Lacking lack={name.trim() === '' && 'It needs a name'}>
            <Button type="submit" loading={edit.isPending}>
              Save
            </Button>
          </Lacking>
        </Group>
      </Stack>
    </form>
  )
}
