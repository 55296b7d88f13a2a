import type { RegistryPrompt } from '@lathe/contract'
import { Button, Group, Modal, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, client } from '../../lib/api/api.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { showToast, showUndoToast } from '../../ui/feedback/undo-toast.tsx'
import styles from './prompts.module.css'
import { AgentUses, ComparisonUses } from './uses-view.tsx'

type RemovePromptDialogProps = {
  prompt: RegistryPrompt
  removal: 'archive' | 'delete'
  onClose: () => void
}

/** Lists the agents and comparisons that use a prompt before it is archived or deleted. */
export function RemovePromptDialog({ prompt, removal, onClose }: RemovePromptDialogProps) {
  const isDelete = removal === 'delete'
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={`${isDelete ? 'Delete' : 'Archive'} ${prompt.name}?`}
    >
      <Stack gap="md">
        <RemovalEffects name={prompt.name} isDelete={isDelete} />
        <RemoveButtons name={prompt.name} isDelete={isDelete} onClose={onClose} />
      </Stack>
    </Modal>
  )
}

function RemovalEffects({ name, isDelete }: { name: string; isDelete: boolean }) {
  const uses = useQuery(api.prompts.uses.queryOptions({ input: { prompt: name }, gcTime: 0 }))
  if (uses.isPending) return <SkeletonRows contentLabel="where the prompt is used" count={3} />
  if (uses.error) return <ErrorPanel action="load where the prompt is used" error={uses.error} />
  const { agents, comparisons } = uses.data
  const hasUses = agents.length + comparisons.length > 0
  const names = new Set(agents.map(({ agent }) => agent))
  return (
    <>
      {names.size > 0 && isDelete && (
        <p className={styles.failed} role="alert">
          {names.size === 1 ? 'One agent uses' : `${names.size} agents use`} this prompt. Runs that
          need it fail until you restore or replace it.
        </p>
      )}
      {hasUses && (
        <div className={styles.uses}>
          {agents.length > 0 && <AgentUses agents={agents} />}
          {comparisons.length > 0 && <ComparisonUses comparisons={comparisons} />}
        </div>
      )}
      <p className={styles.muted}>
        {!hasUses && 'No agent or comparison uses this prompt. '}
        {isDelete
          ? 'You can restore it from Prompts → Deleted.'
          : 'Agents keep running with an archived prompt. You can unarchive it at any time.'}
      </p>
    </>
  )
}

type RemoveButtonsProps = { name: string; isDelete: boolean; onClose: () => void }

function RemoveButtons({ name, isDelete, onClose }: RemoveButtonsProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: api.prompts.key() })
  const remove = useMutation({
    mutationFn: async () => {
      if (!isDelete) {
        await client.prompts.edit({ prompt: name, isArchived: true, confirm: true })
        await refresh()
        return onClose()
      }
      const { id } = await client.prompts.delete({ prompt: name, confirm: true })
      await navigate({ to: '/prompts' })
      queries.removeQueries({ queryKey: api.prompts.get.key({ input: { prompt: name } }) })
      await queries.invalidateQueries({ queryKey: api.prompts.list.key() })
      showUndoToast({
        message: `${name} deleted`,
        onUndo: () =>
          void client.prompts
            .restore({ id })
            .then(refresh)
            .catch((error: unknown) => showToast(describeError(error).message, 'error')),
      })
    },
  })
  const verb = isDelete ? 'Delete' : 'Archive'
  return (
    <>
      {remove.error && (
        <ErrorPanel action={`${verb.toLowerCase()} the prompt`} error={remove.error} />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button
          {...(isDelete && { color: 'red' })}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {verb} prompt
        </Button>
      </Group>
    </>
  )
}
