import { Button, Checkbox, Group, Modal, Stack, Textarea, Tooltip } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { api, client } from '../../../lib/api/api.ts'
import { errorCode } from '../../../lib/api/describe-error.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'
import { useSetSearch } from '../use-workbench-search.ts'
import { TextWithCode } from '../problems/text-with-code.tsx'
import styles from './topbar.module.css'
import { useWorkbenchState, useWorkbench } from '../workbench-context.ts'
import { Keys } from '../../../ui/layout/keys.tsx'

type SaveVersionDialogProps = {
  isOpen: boolean
  onClose: () => void
}

export function SaveVersionDialog({ isOpen, onClose }: SaveVersionDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Save a version">
      <SaveVersionForm onClose={onClose} />
    </Modal>
  )
}

function SaveVersionForm({ onClose }: { onClose: () => void }) {
  const [message, setMessage] = useState('')
  const [publish, setPublish] = useState(false)
  const save = useSaveVersion(onClose)
  const setSearch = useSetSearch()

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ message: message.trim(), publish })
      }}
    >
      <Stack gap="md">
        <Textarea
          label="What changed"
          placeholder="Shorter answers, a second search"
          autosize
          minRows={2}
          maxLength={2_000}
          data-autofocus
          value={message}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        />
        <Checkbox
          label="Publish it"
          description="Calls of the agent without a version run the published one."
          checked={publish}
          onChange={({ currentTarget }) => setPublish(currentTarget.checked)}
        />
        {publish && <UnsavedChangesNote />}
        {save.error && <ErrorPanel action="save the version" error={save.error} />}
        <Group justify="flex-end">
          {errorCode(save.error) === 'GRAPH_INVALID' && (
            <Button
              variant="default"
              onClick={() => {
                setSearch({ tab: 'problems' })
                onClose()
              }}
            >
              Show problems
            </Button>
          )}
          <Button type="submit" loading={save.isPending}>
            {publish ? 'Save and publish' : 'Save version'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Lists the live threads that the new version affects. */
function UnsavedChangesNote() {
  const problems = useWorkbenchState((state) => state.problems)
  const changed = problems.filter(({ code }) => code === 'REDUCER_CHANGED')
  return changed.length === 0 ? null : (
    <ul className={styles.leftBehind} role="status" aria-label="Live threads are affected">
      {changed.map(({ message }) => (
        <li key={message}>
          <TextWithCode text={message} />
        </li>
      ))}
    </ul>
  )
}

function useSaveVersion(onSaved: () => void) {
  const { agentId, autosave } = useWorkbench()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (version: { message: string; publish: boolean }) => {
      const revision = await autosave.flush()
      return client.agents.saveVersion({ agent: agentId, revision, ...version })
    },
    onSuccess: ({ number, isPublished }) => {
      void queries.invalidateQueries({ queryKey: api.agents.versions.key() })
      void queries.invalidateQueries({ queryKey: api.agents.list.key() })
      void queries.invalidateQueries({ queryKey: api.agents.get.key() })
      showToast(`Version ${number} saved${isPublished ? ' and published' : ''}`)
      onSaved()
    },
  })
}

export function SaveVersionButton({ onClick }: { onClick: () => void }) {
  return (
    <Tooltip label={<Keys keys="mod+s" />}>
      <Button variant="default" leftSection={<IconDeviceFloppy size={14} />} onClick={onClick}>
        Save version
      </Button>
    </Tooltip>
  )
}
