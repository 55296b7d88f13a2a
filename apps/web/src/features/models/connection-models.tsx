import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { CopyButton } from '../../ui/fields/copy-button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import styles from './models.module.css'
import { ActionIcon, Button, Modal, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { DisabledReason } from '../../ui/fields/disabled-reason.tsx'
import { showToast } from '../../ui/feedback/undo-toast.tsx'

/** Prefix of fine-tuned models. */
const isFineTuned = (name: string) => name.startsWith('ft:')

export function ConnectionModels({ connectionId }: { connectionId: string }) {
  const { data, error, isPending, refetch } = useQuery({
    ...api.models.list.queryOptions({ input: { id: connectionId } }),
    retry: false,
  })
  return (
    <section className={styles.models} aria-label="Models">
      <h3>Models</h3>
      {isPending && <SkeletonRows contentLabel="the models" count={3} />}
      {error && (
        <ErrorPanel action="list the models" error={error} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && (
        <EmptyState
          title="The provider lists no models"
          hint="You can still type a model name into a node."
        />
      )}
      <ul>
        {data?.map((model) => (
          <li key={model.id}>
            <code>{model.id}</code>
            {model.ownedBy && <span className={styles.note}>{model.ownedBy}</span>}
            <span className={styles.modelActions}>
              <CopyButton value={model.id} label={`Copy ${model.id}`} />
              {isFineTuned(model.id) && <DeleteModel connectionId={connectionId} name={model.id} />}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type DeleteModelProps = { connectionId: string; name: string }

/** Deletes a fine-tuned model. The provider cannot restore it, so the user types its name first. */
function DeleteModel({ connectionId, name }: DeleteModelProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <ActionIcon
        variant="subtle"
        aria-label={`Delete ${name} at the provider`}
        onClick={() => setIsOpen(true)}
      >
        <IconTrash size={14} />
      </ActionIcon>
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title="Delete a fine-tuned model">
        <DeleteForm connectionId={connectionId} name={name} onClose={() => setIsOpen(false)} />
      </Modal>
    </>
  )
}

function DeleteForm({ connectionId, name, onClose }: DeleteModelProps & { onClose: () => void }) {
  const [typedName, setTypedName] = useState('')
  const queries = useQueryClient()
  const remove = useMutation(
    api.models.deleteModel.mutationOptions({
      onSuccess: async () => {
        onClose()
        showToast(`${name} deleted at its provider`)
        await queries.invalidateQueries({ queryKey: api.models.list.key() })
      },
    }),
  )
  return (
    <form
      className={styles.deleteModel}
      onSubmit={(event) => {
        event.preventDefault()
        remove.mutate({ id: connectionId, name })
      }}
    >
      <p>
        The provider deletes <code>{name}</code> permanently. Agents that use it will fail.
      </p>
      <TextInput
        label="Type the model name to confirm"
        value={typedName}
        onChange={({ currentTarget }) => setTypedName(currentTarget.value)}
        data-autofocus
      />
      {remove.error && <ErrorPanel action="delete the model" error={remove.error} />}
      <DisabledReason reason={typedName !== name && 'Type the model name first'}>
        <Button type="submit" color="red" loading={remove.isPending}>
          Delete permanently
        </Button>
      </DisabledReason>
    </form>
  )
}
