import type { Dataset } from '@lathe/contract'
import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconColumns3,
  IconCopyOff,
  IconDots,
  IconDownload,
  IconPencil,
  IconSquare,
  IconSquareCheck,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, client } from '../../lib/api/api.ts'
import { loadDatasetCases, describeOmittedExamples } from '../../lib/api/dataset-cases.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'
import { Keys } from '../../ui/layout/keys.tsx'
import { DisabledReason } from '../../ui/fields/disabled-reason.tsx'
import { showToast, showUndoToast } from '../../ui/feedback/undo-toast.tsx'
import { DescribeDataset } from './describe-dataset.tsx'

const route = getRouteApi('/datasets/$name')
const MAX_CASES = 5_000

export function DatasetActions({ dataset }: { dataset: Dataset }) {
  const navigate = route.useNavigate()
  const { version, split, q } = route.useSearch()
  const compare = useCompare(dataset, {
    ...(version !== undefined && { version }),
    ...(split !== undefined && { split }),
    ...(q !== undefined && { q }),
  })
  const remove = useDelete(dataset)
  const [isEdited, setIsEdited] = useState(false)
  const open = (pane: 'import' | 'duplicates') =>
    void navigate({ search: (search) => ({ ...search, tab: undefined, open: undefined, pane }) })
  useHotkeys([{ keys: 'i', label: 'Import file', group: 'Dataset', run: () => open('import') }])
  const [hasSecrets, setHasSecrets] = useState(false)
  const address = (format: 'csv' | 'jsonl') => {
    const query = new URLSearchParams({
      format,
      ...(version !== undefined && { version: String(version) }),
      ...(split !== undefined && { split }),
      ...(hasSecrets && { secrets: 'include' }),
    })
    return `/api/datasets/${dataset.id}/export?${query.toString()}`
  }

  return (
    <>
      <DisabledReason reason={dataset.examples === 0 && 'This dataset has no examples yet'}>
        <Button
          variant="default"
          leftSection={<IconColumns3 size={14} />}
          loading={compare.isPending}
          onClick={() => compare.mutate()}
        >
          Compare on this dataset
        </Button>
      </DisabledReason>
      <Button
        variant="default"
        leftSection={<IconUpload size={14} />}
        rightSection={<Keys keys="i" />}
        onClick={() => open('import')}
      >
        Import
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" aria-label="More">
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {(['csv', 'jsonl'] as const).map((format) => (
            <Menu.Item
              key={format}
              component="a"
              href={address(format)}
              download
              leftSection={<IconDownload size={14} />}
            >
              Export {format.toUpperCase()}
            </Menu.Item>
          ))}
          <Menu.Item
            role="menuitemcheckbox"
            aria-checked={!hasSecrets}
            closeMenuOnClick={false}
            leftSection={hasSecrets ? <IconSquare size={14} /> : <IconSquareCheck size={14} />}
            onClick={() => setHasSecrets(!hasSecrets)}
          >
            Redact secrets in exports
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconPencil size={14} />} onClick={() => setIsEdited(true)}>
            Edit details…
          </Menu.Item>
          <Menu.Item leftSection={<IconCopyOff size={14} />} onClick={() => open('duplicates')}>
            Find duplicates
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={14} />}
            onClick={() => remove.mutate({ dataset: dataset.id })}
          >
            Delete dataset
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DescribeDataset dataset={dataset} isOpen={isEdited} onClose={() => setIsEdited(false)} />
    </>
  )
}

function useCompare(
  { id, name }: Dataset,
  filter: Omit<Parameters<typeof loadDatasetCases>[0], 'dataset'>,
) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async () => {
      const selection = await loadDatasetCases({ dataset: id, ...filter }, MAX_CASES)
      const cases = selection.cases.map((item, index) => ({ key: `c${index + 1}`, ...item }))
      const { id: comparisonId } = await client.comparisons.create({
        name: name.slice(0, 100),
        plan: { variants: [], cases },
      })
      return { made: comparisonId, leftOut: describeOmittedExamples(selection) }
    },
    onSuccess: ({ made: comparisonId, leftOut }) => {
      if (leftOut !== undefined) showToast(leftOut)
      return navigate({ to: '/compare/$id', params: { id: comparisonId } })
    },
    onError: (error) => showToast(describeError(error).message, 'error'),
  })
}

function useDelete({ id, name }: Dataset) {
  const navigate = route.useNavigate()
  const queries = useQueryClient()
  const invalidateList = () => queries.invalidateQueries({ queryKey: api.datasets.list.key() })
  const fail = (error: unknown) => showToast(describeError(error).message, 'error')
  return useMutation(
    api.datasets.delete.mutationOptions({
      onSuccess: async () => {
        await navigate({ to: '/datasets' })
        await invalidateList()
        showUndoToast({
          message: `${name} deleted`,
          onUndo: () => void client.datasets.restore({ id }).then(invalidateList).catch(fail),
        })
      },
      onError: fail,
    }),
  )
}
