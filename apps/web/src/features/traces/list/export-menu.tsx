import { Button, Menu } from '@mantine/core'
import { describeError } from '../../../lib/api/describe-error.ts'
import { saveFile } from '../../../lib/browser/save-file.ts'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'
import { readExport } from '../export-traces.ts'
import { type ListFilter, toInput, useListSearch } from './list-search.ts'
import { metadataKeys } from './trace-columns.tsx'

type ExportKind = { format: 'csv' | 'jsonl'; spans?: boolean; metadata?: string[] }

const kinds: { label: string; kind: ExportKind }[] = [
  { label: 'CSV, one row per trace', kind: { format: 'csv' } },
  { label: 'JSON Lines, one row per trace', kind: { format: 'jsonl' } },
  { label: 'JSON Lines with spans and payloads', kind: { format: 'jsonl', spans: true } },
]

type ExportMenuProps = { filter: ListFilter; ids?: string[] | undefined }

/** Exports the selected traces, or all that match the filter. */
export function ExportMenu({ filter, ids }: ExportMenuProps) {
  const { columns } = useListSearch()
  const metadata = metadataKeys(columns)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default">
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map(({ label, kind }) =>
          ids ? (
            <Menu.Item
              key={label}
              onClick={() => void saveChosen(withColumns(kind, metadata), ids)}
            >
              {label}
            </Menu.Item>
          ) : (
            <Menu.Item
              key={label}
              component="a"
              href={exportUrl(withColumns(kind, metadata), filter)}
              download
            >
              {label}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** A CSV has the metadata columns that the list shows. */
const withColumns = (kind: ExportKind, metadata: string[]): ExportKind =>
  kind.format === 'csv' && metadata.length > 0 ? { ...kind, metadata } : kind

/** A plain link streams the file to disk, whatever its size. */
function exportUrl({ format, spans, metadata = [] }: ExportKind, filter: ListFilter): string {
  const { from, to, filter: text } = toInput(filter)
  const params = { format, spans, filter: text, from, to }
  const definedParams = Object.entries(params).filter(([, value]) => value !== undefined)
  const query = definedParams.map(([key, value]) => [key, String(value)])
  const columns = metadata.map((key) => ['metadata', key])
  return `/api/traces/export?${new URLSearchParams([...query, ...columns])}`
}

async function saveChosen(kind: ExportKind, ids: string[]) {
  try {
    saveFile(`traces.${kind.format}`, await readExport(kind, ids))
  } catch (error) {
    showToast(`Could not export: ${describeError(error).message}`, 'error')
  }
}
