import type { ImportPreview, ImportReport } from '@lathe/contract'
import { Button, Checkbox, Group, TagsInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { formatExactCount, plural } from '../../../lib/format.ts'
import { takeBackVersion } from '../../../lib/take-back-version.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Lacking } from '../../../ui/lacking.tsx'
import { showToast, showUndoToast } from '../../../ui/undo-toast.tsx'
import styles from '../datasets.module.css'
import { MappingTable } from './mapping-table.tsx'
import { Problems } from './problems.tsx'
import { problemsOf } from './problems-of.ts'
import { importFile } from './upload.ts'

const FORMATS: Record<ImportPreview['format'], string> = {
  csv: 'CSV',
  json: 'JSON',
  jsonl: 'JSON Lines',
}

type ImportMappingProps = {
  datasetId: string
  file: Blob
  name: string
  preview: ImportPreview
  onTaken: () => void
  onAgain: () => void
}

export function ImportMapping(props: ImportMappingProps) {
  const { datasetId, file, name, preview, onTaken, onAgain } = props
  const queries = useQueryClient()
  const [columns, setColumns] = useState(preview.columns)
  const [splits, setSplits] = useState<string[]>([])
  const [dedupe, setDedupe] = useState(false)
  const take = useMutation({
    mutationFn: (leaveOut: boolean) =>
      importFile(
        datasetId,
        file,
        {
          columns: Object.fromEntries(columns.map((column) => [column.name, column.target])),
          json: columns.filter(({ isJson }) => isJson).map((column) => column.name),
          splits,
          dedupe,
          leaveOut,
        },
        name,
      ),
    onSuccess: async (report) => {
      onTaken()
      await queries.invalidateQueries({ queryKey: api.datasets.key() })
      const message = summaryOf(report)
      if (report.added + report.changed === 0) showToast(message)
      else showUndoToast({ message, onUndo: () => undo.mutate(report.version) })
    },
  })
  const undo = useMutation({
    mutationFn: (imported: number) => takeBackVersion(datasetId, imported),
    onError: (error) => showToast(describeError(error).message, 'error'),
    // What keeps it from being taken back is shown, too.
    onSettled: () => queries.invalidateQueries({ queryKey: api.datasets.key() }),
  })
  const hasInputs = columns.some(({ target }) => target.startsWith('inputs'))
  const refused = take.error ? problemsOf(take.error) : preview.problems
  const good = Math.max(0, preview.rows - (take.error ? refused.total - preview.problems.total : 0))

  if (take.data) {
    return (
      <>
        <p role="status">
          {undo.isSuccess ? `Version ${undo.variables} was taken back` : summaryOf(take.data)}
        </p>
        {!undo.isSuccess && <Problems problems={take.data.problems} title="Left out" />}
        <Group>
          <Button variant="default" onClick={onAgain}>
            Import another
          </Button>
        </Group>
      </>
    )
  }
  return (
    <>
      <p className={styles.muted}>
        {name}: {plural(preview.rows, 'row')} of {FORMATS[preview.format]}, {preview.encoding}
      </p>
      {preview.notes.map((note) => (
        <p key={note} className={styles.muted}>
          {note}
        </p>
      ))}
      <MappingTable
        format={preview.format}
        columns={columns}
        sample={preview.sample}
        onChange={setColumns}
      />
      <TagsInput label="Splits of every row" value={splits} maxTags={20} onChange={setSplits} />
      <Checkbox
        label="Leave out rows whose inputs are there already"
        checked={dedupe}
        onChange={({ currentTarget }) => setDedupe(currentTarget.checked)}
      />
      {!hasInputs && columns.length > 0 && (
        <p className={styles.failed}>Say which column is an input.</p>
      )}
      <Problems problems={refused} title="Rows that cannot be taken" />
      {take.error && refused.total === 0 && (
        <ErrorPanel attempted="import the file" error={take.error} />
      )}
      <Group gap="xs">
        <Lacking
          lack={
            !hasInputs
              ? 'No column is an input: say which one is'
              : good === 0 && 'There is no row that can be taken'
          }
        >
          <Button loading={take.isPending} onClick={() => take.mutate(refused.total > 0)}>
            {refused.total === 0
              ? `Import ${plural(good, 'row')}`
              : `Import the ${plural(good, 'good row')}`}
          </Button>
        </Lacking>
        <Button variant="default" onClick={onAgain}>
          Another file
        </Button>
      </Group>
    </>
  )
}

function summaryOf({ version, added, changed, unchanged, duplicates }: ImportReport): string {
  const parts = [
    `${formatExactCount(added)} added`,
    changed > 0 && `${formatExactCount(changed)} changed`,
    unchanged > 0 && `${formatExactCount(unchanged)} as they were`,
    duplicates > 0 && `${plural(duplicates, 'duplicate')} left out`,
  ]
  return `Version ${version}: ${parts.filter(Boolean).join(', ')}`
}
