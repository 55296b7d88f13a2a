import type { Dataset, ImportPreview, ImportReport } from '@lathe/contract'
import { Button, Checkbox, Group, TagsInput } from '@mantine/core'
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import { formatExactCount, plural } from '../../../lib/format/format.ts'
import type { Progress } from '../../../lib/api/send-file.ts'
import { undoDatasetVersion } from '../../../lib/api/undo-dataset-version.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { DisabledReason } from '../../../ui/fields/disabled-reason.tsx'
import { showToast, showUndoToast } from '../../../ui/feedback/undo-toast.tsx'
import styles from '../datasets.module.css'
import { EncodingField } from './encoding-field.tsx'
import { lackOf } from './lack-of.ts'
import { MappingTable } from './mapping-table.tsx'
import { Problems } from './problems.tsx'
import { problemsOf } from './problems-of.ts'
import { importFile, type Reading } from './upload.ts'
import { useLeaving } from './use-leaving.ts'
import { Waiting } from './waiting.tsx'

const FORMATS: Record<ImportPreview['format'], string> = {
  csv: 'CSV',
  json: 'JSON',
  jsonl: 'JSON Lines',
}

type ImportMappingProps = {
  dataset: Dataset
  file: Blob
  name: string
  reading: Reading
  preview: ImportPreview
  onReading: (reading: Reading) => void
  onTaken: () => void
  onAgain: () => void
}

export function ImportMapping(props: ImportMappingProps) {
  const { dataset, file, name, reading, preview, onReading, onTaken, onAgain } = props
  const queries = useQueryClient()
  const [columns, setColumns] = useState(preview.columns)
  const inputs = useKnownInputs(dataset)
  const [splits, setSplits] = useState<string[]>([])
  const [dedupe, setDedupe] = useState(false)
  const leaving = useLeaving()
  const isGone = useGone()
  const [progress, setProgress] = useState<Progress>({ checked: 0 })
  const take = useMutation({
    mutationFn: (leaveOut: boolean) =>
      importFile(dataset.id, file, {
        plan: {
          columns: Object.fromEntries(columns.map((column) => [column.name, column.target])),
          json: columns.filter(({ isJson }) => isJson).map((column) => column.name),
          ...reading,
          splits,
          dedupe,
          leaveOut,
        },
        name,
        signal: leaving.begin(),
        onProgress: setProgress,
      }),
    onMutate: () => setProgress({ checked: 0 }),
    onSuccess: async (report) => {
      onTaken()
      await queries.invalidateQueries({ queryKey: api.datasets.key() })
      const message = summaryOf(report)
      if (report.added + report.changed === 0) showToast(message)
      else showUndoToast({ message, onUndo: () => undo.mutate(report.version) })
    },
    onError: (error) => {
      // While the pane is open, it shows the error itself.
      if (isGone.current)
        showToast(`Could not import ${name}: ${describeError(error).message}`, 'error')
    },
  })
  const undo = useMutation({
    mutationFn: (imported: number) => undoDatasetVersion(dataset.id, imported),
    onError: (error) => showToast(describeError(error).message, 'error'),
    // Refetch on failure too, to show the conflicting change.
    onSettled: () => queries.invalidateQueries({ queryKey: api.datasets.key() }),
  })
  const lack = lackOf(columns)
  // Other encodings rarely decode as valid Unicode by chance.
  const isUnicode = preview.encoding.startsWith('utf-')
  const refused = take.error ? problemsOf(take.error) : preview.problems
  const good = Math.max(0, preview.rows - (take.error ? refused.total - preview.problems.total : 0))

  if (take.data) {
    return (
      <>
        <p role="status">
          {undo.isSuccess ? `Version ${undo.variables} reverted` : summaryOf(take.data)}
        </p>
        {!undo.isSuccess && <Problems problems={take.data.problems} title="Skipped" />}
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
      {preview.format === 'csv' && (
        <Checkbox
          label="The first line names the columns"
          checked={reading.hasHeader}
          onChange={({ currentTarget }) =>
            onReading({ ...reading, hasHeader: currentTarget.checked })
          }
        />
      )}
      {(reading.encoding !== undefined || !isUnicode) && (
        <EncodingField
          encoding={preview.encoding}
          onChange={(encoding) => onReading({ ...reading, encoding })}
        />
      )}
      <MappingTable preview={preview} inputs={inputs} columns={columns} onChange={setColumns} />
      <TagsInput label="Splits for every row" value={splits} maxTags={20} onChange={setSplits} />
      <Checkbox
        label="Skip rows whose inputs already exist"
        checked={dedupe}
        onChange={({ currentTarget }) => setDedupe(currentTarget.checked)}
      />
      {columns.length > 0 && lack !== undefined && <p className={styles.failed}>{lack}.</p>}
      <Problems problems={refused} title="Invalid rows" />
      {take.error && refused.total === 0 && (
        <ErrorPanel action="import the file" error={take.error} />
      )}
      <Group gap="xs">
        <DisabledReason reason={lack ?? (good === 0 && 'There are no valid rows')}>
          <Button loading={take.isPending} onClick={() => take.mutate(refused.total > 0)}>
            {refused.total === 0
              ? `Import ${plural(good, 'row')}`
              : `Import ${plural(good, 'valid row')}`}
          </Button>
        </DisabledReason>
        <Button variant="default" onClick={onAgain}>
          Choose another file
        </Button>
      </Group>
      {take.isPending && (
        <Waiting
          what={
            'rows' in progress
              ? `${formatExactCount(progress.rows)} of ${plural(good, 'row')} imported`
              : `${formatExactCount(progress.checked)} of ${plural(good, 'row')} checked`
          }
          onCancel={() => leaving.leave(take.reset)}
        />
      )}
    </>
  )
}

/** Whether the pane was closed while an import continues. */
function useGone() {
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  return isGone
}

/** Input names of the dataset, so that columns with other names can be mapped to them. */
function useKnownInputs({ id, examples }: Dataset): string[] {
  const { data } = useQuery(
    api.datasets.examples.queryOptions({
      input: examples === 0 ? skipToken : { dataset: id, limit: 100 },
    }),
  )
  return [...new Set(data?.items.flatMap((example) => Object.keys(example.inputs)))]
}

function summaryOf({ version, added, changed, unchanged, duplicates }: ImportReport): string {
  const parts = [
    `${formatExactCount(added)} added`,
    changed > 0 && `${formatExactCount(changed)} changed`,
    unchanged > 0 && `${formatExactCount(unchanged)} unchanged`,
    duplicates > 0 && `${plural(duplicates, 'duplicate')} skipped`,
  ]
  return `Version ${version}: ${parts.filter(Boolean).join(', ')}`
}
