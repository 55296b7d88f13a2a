import { Autocomplete, Button, Popover } from '@mantine/core'
import { IconTablePlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api, client } from '../lib/api/api.ts'
import { errorCode, describeError } from '../lib/api/describe-error.ts'
import { plural } from '../lib/format/format.ts'
import { undoDatasetVersion } from '../lib/api/undo-dataset-version.ts'
import { DisabledReason } from '../ui/fields/disabled-reason.tsx'
import { showToast, showUndoToast } from '../ui/feedback/undo-toast.tsx'

type Choice = Omit<Parameters<typeof client.datasets.addTraces>[0], 'dataset'>

type AddToDatasetProps = {
  /** Evaluated on submit, so that rows arriving later are not included. */
  choice: () => Choice
}

/** Button that adds the chosen traces as examples to an existing or new dataset. */
export function AddToDataset({ choice }: AddToDatasetProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setIsOpen} trapFocus position="bottom-start" width={280}>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconTablePlus size={14} />}
          onClick={() => setIsOpen(!isOpen)}
        >
          Add to dataset
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        {isOpen && <Form choice={choice} onDone={() => setIsOpen(false)} />}
      </Popover.Dropdown>
    </Popover>
  )
}

function Form({ choice, onDone }: AddToDatasetProps & { onDone: () => void }) {
  const queries = useQueryClient()
  const { data: datasets = [] } = useQuery(api.datasets.list.queryOptions({ input: {} }))
  const [name, setName] = useState('')
  const isNew = !datasets.some((dataset) => dataset.name === name.trim())
  const add = useMutation({
    mutationFn: async () => {
      const dataset = await findOrCreateDataset(name.trim())
      return { dataset, ...(await client.datasets.addTraces({ dataset, ...choice() })) }
    },
    onSuccess: async ({ dataset, version, added, duplicates, skipped }) => {
      const refresh = () => queries.invalidateQueries({ queryKey: api.datasets.key() })
      await refresh()
      const rest = [
        duplicates > 0 && `${duplicates} already there`,
        skipped > 0 && `${skipped} without inputs`,
      ]
      const message = [`${plural(added, 'example')} added to ${name}`, ...rest]
        .filter(Boolean)
        .join(', ')
      if (added === 0) showToast(message)
      else {
        showUndoToast({
          message,
          onUndo: () =>
            void undoDatasetVersion(dataset, version)
              .catch((error: unknown) => showToast(describeError(error).message, 'error'))
              .finally(() => void refresh()),
        })
      }
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') add.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Autocomplete
        data-autofocus
        label="Dataset"
        placeholder="Choose a dataset or enter a new name"
        maxLength={200}
        // Opens upwards because a dropdown below would cover the button.
        comboboxProps={{ withinPortal: false, position: 'top' }}
        data={datasets.map((dataset) => dataset.name)}
        value={name}
        error={add.error && describeError(add.error).message}
        onChange={setName}
      />
      <DisabledReason reason={name.trim() === '' && 'Enter a dataset name'}>
        <Button type="submit" mt="xs" loading={add.isPending}>
          {isNew ? 'Create and add' : 'Add'}
        </Button>
      </DisabledReason>{' '}
      {!isNew && (
        <Link to="/datasets/$name" params={{ name: name.trim() }}>
          Open dataset
        </Link>
      )}
    </form>
  )
}

/** Returns the dataset if another tab created it first. */
async function findOrCreateDataset(name: string): Promise<string> {
  try {
    return (await client.datasets.create({ name })).id
  } catch (error) {
    if (errorCode(error) !== 'NAME_TAKEN') throw error
    return (await client.datasets.get({ dataset: name })).id
  }
}
