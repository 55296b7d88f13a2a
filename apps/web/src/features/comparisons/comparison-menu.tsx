import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ComparisonExportFormat } from '@lathe/contract'
import { useMutation } from '@tanstack/react-query'
import { client } from '../../lib/api/api.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { saveFile } from '../../lib/browser/save-file.ts'
import { MenuAction } from '../../ui/layout/menu-action.tsx'
import { showToast } from '../../ui/feedback/undo-toast.tsx'
import { useComparison, usePlan, useFullPlan } from './comparison-context.ts'
import { RunItem } from './plan/run-part.tsx'
import { useHistory } from './plan/use-history.ts'
import { useDuplicate, useDeleteComparison } from './comparison-actions.ts'
import { SaveSuite } from './suites/save-suite.tsx'
import { useView } from './view-search.ts'

const FORMATS: { format: ComparisonExportFormat; label: string }[] = [
  { format: 'csv', label: 'Export CSV' },
  { format: 'jsonl', label: 'Export JSON Lines' },
  { format: 'md', label: 'Export Markdown' },
]

const RUNS_NOW = 'Wait for the run to end, or stop it'

export function ComparisonMenu() {
  const { detail, autosave } = useComparison()
  const notNow = detail.status === 'running' ? RUNS_NOW : undefined
  const unrun = detail.grid.length === 0 && 'No cell has run yet'
  const plan = useFullPlan()
  const name = usePlan((state) => state.name)
  const navigate = useNavigate()
  const duplicate = useDuplicate()
  const remove = useDeleteComparison()
  const exported = useMutation({
    mutationFn: async (format: ComparisonExportFormat) => {
      await autosave.flush()
      const file = await client.comparisons.export({ id: detail.id, format })
      saveFile(file.name, file)
    },
    onError: (error) => showToast(describeError(error).message, 'error'),
  })
  // Counts all cells, even while only the first rows are loaded.
  const { failed } = detail.cells
  const { openPanel } = useView()
  const { undo, redo } = useHistory()
  const [isSaving, setSaving] = useState(false)

  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" size={28} aria-label="More actions">
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuAction
            label="Vote blind"
            disabledReason={plan.variants.length < 2 && 'Voting needs two variants'}
            onClick={() => openPanel({ type: 'votes' })}
          />
          <Menu.Divider />
          <MenuAction label="Undo" disabledReason={!undo && 'Nothing to undo'} onClick={undo} />
          <MenuAction label="Redo" disabledReason={!redo && 'Nothing to redo'} onClick={redo} />
          <Menu.Divider />
          <RunItem
            label={failed === 0 ? 'Rerun failed cells' : `Rerun ${failed} failed`}
            request={{ only: { failed: true } }}
            disabledReason={notNow ?? (failed === 0 && 'No cell has failed')}
          />
          <RunItem label="Rerun all" request={{ rerun: true }} disabledReason={notNow ?? unrun} />
          <Menu.Divider />
          {FORMATS.map(({ format, label }) => (
            <MenuAction
              key={format}
              label={label}
              disabledReason={unrun}
              onClick={() => exported.mutate(format)}
            />
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setSaving(true)}>Save as regression suite…</Menu.Item>
          <Menu.Item onClick={() => duplicate(detail.id)}>Duplicate</Menu.Item>
          <Menu.Item
            color="red"
            onClick={() => {
              // Save the last edits first, so that undoing the deletion restores them.
              const saved = autosave.flush().catch(() => undefined)
              void saved.then(() => remove({ id: detail.id, name }))
              void navigate({ to: '/compare' })
            }}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <SaveSuite isOpen={isSaving} onClose={() => setSaving(false)} />
    </>
  )
}
