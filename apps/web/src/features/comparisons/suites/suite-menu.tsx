import { ActionIcon, Button, Menu, Modal, Select, TextInput } from '@mantine/core'
import type { Suite } from '@lathe/contract'
import { IconDots } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, useCallback } from 'react'
import { api, client } from '../../../lib/api/api.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { DisabledReason } from '../../../ui/fields/disabled-reason.tsx'
import { deleteWithUndo } from '../../../ui/feedback/delete-with-undo.ts'
import styles from '../comparison.module.css'

export function SuiteMenu({ suite }: { suite: Suite }) {
  const [isEditing, setEditing] = useState(false)
  const navigate = useNavigate()
  const remove = useDeleteSuite()
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" size={28} aria-label="More actions">
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setEditing(true)}>Edit…</Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="red"
            onClick={() => {
              remove(suite)
              void navigate({ to: '/compare', search: { tab: 'suites' } })
            }}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isEditing} onClose={() => setEditing(false)} title="Edit suite">
        <SuiteForm suite={suite} onDone={() => setEditing(false)} />
      </Modal>
    </>
  )
}

function SuiteForm({ suite, onDone }: { suite: Suite; onDone: () => void }) {
  const { id, agent } = suite
  const [name, setName] = useState(suite.name)
  const [baseline, setBaseline] = useState(suite.baselineVersion)
  const queries = useQueryClient()
  const { data: versions = [] } = useQuery(api.agents.versions.queryOptions({ input: { agent } }))
  const save = useMutation({
    mutationFn: () =>
      client.suites.edit({
        id,
        name: name.trim(),
        ...(baseline !== suite.baselineVersion && { baselineVersion: baseline }),
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: api.suites.key() })
      onDone()
    },
  })
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <TextInput
        label="Name"
        required
        maxLength={100}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Select
        label="Baseline"
        description="Applies to new runs. Earlier runs keep their baseline."
        allowDeselect={false}
        data={versions.map(({ number }) => ({ value: String(number), label: `v${number}` }))}
        value={String(baseline)}
        onChange={(value) => setBaseline(Number(value ?? baseline))}
      />
      {save.error && <ErrorPanel action="change the suite" error={save.error} />}
      <DisabledReason reason={name.trim() === '' && 'Enter a name'}>
        <Button type="submit" loading={save.isPending}>
          Save
        </Button>
      </DisabledReason>
    </form>
  )
}

function useDeleteSuite() {
  const queries = useQueryClient()
  return useCallback(
    ({ id, name }: Pick<Suite, 'id' | 'name'>) =>
      deleteWithUndo(
        { ids: [id], name },
        {
          remove: () => client.suites.delete({ id }),
          restore: () => client.suites.restore({ id }),
          refresh: () => queries.invalidateQueries({ queryKey: api.suites.list.key() }),
        },
      ),
    [queries],
  )
}
