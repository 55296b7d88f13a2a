import type { ComparisonExportFormat } from '@lathe/contract'
import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { client } from '../../../lib/api/api.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import { saveFile } from '../../../lib/browser/save-file.ts'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'

const FORMATS: { format: ComparisonExportFormat; label: string }[] = [
  { format: 'csv', label: 'CSV' },
  { format: 'jsonl', label: 'JSON Lines' },
  { format: 'md', label: 'Markdown' },
]

/** Exports all answers with scores and preferences. */
export function ExportMenu({ ids }: { ids: string[] }) {
  const exported = useMutation({
    mutationFn: async (format: ComparisonExportFormat) => {
      const file = await client.experiments.export({ ids, format })
      saveFile(file.name, file)
    },
    onError: (error) => showToast(describeError(error).message, 'error'),
  })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={14} />}
          loading={exported.isPending}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map(({ format, label }) => (
          <Menu.Item key={format} onClick={() => exported.mutate(format)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
