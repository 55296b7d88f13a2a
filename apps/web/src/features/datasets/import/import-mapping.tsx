import {
  type ColumnTarget,
  type Dataset,
  ImportPlan,
  type ImportPreview,
  type ImportReport,
  RowProblem,
} from '@lathe/contract'
import { Button, Checkbox, Group, Select, TagsInput } from '@mantine/core'
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
import { MappingTable } from './mapping-table.tsx'
import { importFile, type Reading } from './upload.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import { Waiting } from './waiting.tsx'
import * as z from 'zod'

const FORMATS: Record<ImportPreview['format'], string> = {
  csv: 'CSV',
  json: 'JSON',
  jsonl: 'JSON Lines',
}

type ImportMappingProps = {
  dataset: Dataset
  file: Blob
  name: string
  options: Reading
  preview: ImportPreview
  onOptionsChange: (options: Reading) => void
  onImported: () => void
  onRestart: () => void
}

export function ImportMapping(props: ImportMappingProps) {
  const { dataset, file, name, options, preview, onOptionsChange, onImported, onRestart } = props
  const queries = useQueryClient()
  const [columns, setColumns] = useState(preview.columns)
  const inputs = useKnownInputs(dataset)
  const [splits, setSplits] = useState<string[]>([])
  const [dedupe, setDedupe] = useState(false)
  const leaveGuard = useLeaveGuard()
  const isUnmounted = useIsUnmounted()
  const [progress, setProgress] = useState<Progress>({ checked: 0 })
  const importRows = useMutation({
    mutationFn: (skipInvalid: boolean) =>
      importFile(dataset.id, file, {
        plan: {
          columns: Object.fromEntries(columns.map((column) => [column.name, column.target])),
          json: columns.filter(({ isJson }) => isJson).map((column) => column.name),
          ...options,
          splits,
          dedupe,
          skipInvalid,
        },
        name,
        signal: leaveGuard.begin(),
        onProgress: setProgress,
      }),
    onMutate: () => setProgress({ checked: 0 }),
    onSuccess: async (report) => {
      onImported()
      await queries.invalidateQueries({ queryKey: api.datasets.key() })
      const message = importSummary(report)
      if (report.added + report.changed === 0) showToast(message)
      else showUndoToast({ message, onUndo: () => undo.mutate(report.version) })
    },
    onError: (error) => {
      // While the pane is open, it shows the error itself.
      if (isUnmounted.current)
        showToast(`Could not import ${name}: ${describeError(error).message}`, 'error')
    },
  })
  const undo = useMutation({
    mutationFn: (imported: number) => undoDatasetVersion(dataset.id, imported),
    onError: (error) => showToast(describeError(error).message, 'error'),
    // Refetch on failure too, to show the conflicting change.
    onSettled: () => queries.invalidateQueries({ queryKey: api.datasets.key() }),
  })
  const missing = findMappingError(columns)
  // Other encodings rarely decode as valid Unicode by chance.
  const isUnicode = preview.encoding.startsWith('utf-')
  const rejected = importRows.error ? importProblems(importRows.error) : preview.problems
  const validCount = Math.max(
    0,
    preview.rows - (importRows.error ? rejected.total - preview.problems.total : 0),
  )

  if (importRows.data) {
    return (
      <>
        <p role="status">
          {undo.isSuccess ? `Version ${undo.variables} reverted` : importSummary(importRows.data)}
        </p>
        {!undo.isSuccess && <Problems problems={importRows.data.problems} title="Skipped" />}
        <Group>
          <Button variant="default" onClick={onRestart}>
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
          checked={options.hasHeader}
          onChange={({ currentTarget }) =>
            onOptionsChange({ ...options, hasHeader: currentTarget.checked })
          }
        />
      )}
      {(options.encoding !== undefined || !isUnicode) && (
        <EncodingField
          encoding={preview.encoding}
          onChange={(encoding) => onOptionsChange({ ...options, encoding })}
        />
      )}
      <MappingTable preview={preview} inputs={inputs} columns={columns} onChange={setColumns} />
      <TagsInput label="Splits for every row" value={splits} maxTags={20} onChange={setSplits} />
      <Checkbox
        label="Skip rows whose inputs already exist"
        checked={dedupe}
        onChange={({ currentTarget }) => setDedupe(currentTarget.checked)}
      />
      {columns.length > 0 && missing !== undefined && <p className={styles.failed}>{missing}.</p>}
      <Problems problems={rejected} title="Invalid rows" />
      {importRows.error && rejected.total === 0 && (
        <ErrorPanel action="import the file" error={importRows.error} />
      )}
      <Group gap="xs">
        <DisabledReason reason={missing ?? (validCount === 0 && 'There are no valid rows')}>
          <Button
            loading={importRows.isPending}
            onClick={() => importRows.mutate(rejected.total > 0)}
          >
            {rejected.total === 0
              ? `Import ${plural(validCount, 'row')}`
              : `Import ${plural(validCount, 'valid row')}`}
          </Button>
        </DisabledReason>
        <Button variant="default" onClick={onRestart}>
          Choose another file
        </Button>
      </Group>
      {importRows.isPending && (
        <Waiting
          label={
            'rows' in progress
              ? `${formatExactCount(progress.rows)} of ${plural(validCount, 'row')} imported`
              : `${formatExactCount(progress.checked)} of ${plural(validCount, 'row')} checked`
          }
          onCancel={() => leaveGuard.leave(importRows.reset)}
        />
      )}
    </>
  )
}

/** Whether the pane was closed while an import continues. */
function useIsUnmounted() {
  const isUnmounted = useRef(false)
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
    }
  }, [])
  return isUnmounted
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

function importSummary({ version, added, changed, unchanged, duplicates }: ImportReport): string {
  const parts = [
    `${formatExactCount(added)} added`,
    changed > 0 && `${formatExactCount(changed)} changed`,
    unchanged > 0 && `${formatExactCount(unchanged)} unchanged`,
    duplicates > 0 && `${plural(duplicates, 'duplicate')} skipped`,
  ]
  return `Version ${version}: ${parts.filter(Boolean).join(', ')}`
}

/** Common file encodings, by their names in the WHATWG Encoding Standard. */
const ENCODINGS = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'utf-16le', label: 'UTF-16, little-endian' },
  { value: 'utf-16be', label: 'UTF-16, big-endian' },
  { value: 'windows-1252', label: 'Western (windows-1252, ISO-8859-1)' },
  { value: 'macintosh', label: 'Western (Macintosh)' },
  { value: 'windows-1250', label: 'Central European (windows-1250)' },
  { value: 'iso-8859-2', label: 'Central European (ISO-8859-2)' },
  { value: 'windows-1257', label: 'Baltic (windows-1257)' },
  { value: 'windows-1251', label: 'Cyrillic (windows-1251)' },
  { value: 'koi8-r', label: 'Cyrillic (KOI8-R)' },
  { value: 'windows-1253', label: 'Greek (windows-1253)' },
  { value: 'windows-1254', label: 'Turkish (windows-1254, ISO-8859-9)' },
  { value: 'windows-1255', label: 'Hebrew (windows-1255)' },
  { value: 'windows-1256', label: 'Arabic (windows-1256)' },
  { value: 'gb18030', label: 'Simplified Chinese (GB18030, GBK)' },
  { value: 'big5', label: 'Traditional Chinese (Big5)' },
  { value: 'shift_jis', label: 'Japanese (Shift JIS)' },
  { value: 'euc-jp', label: 'Japanese (EUC-JP)' },
  { value: 'euc-kr', label: 'Korean (EUC-KR)' },
]

type EncodingFieldProps = { encoding: string; onChange: (encoding: string) => void }

function EncodingField({ encoding, onChange }: EncodingFieldProps) {
  const isListed = ENCODINGS.some(({ value }) => value === encoding)
  return (
    <Select
      label="Encoding"
      searchable
      allowDeselect={false}
      data={isListed ? ENCODINGS : [{ value: encoding, label: encoding }, ...ENCODINGS]}
      value={encoding}
      onChange={(value) => {
        if (value !== null) onChange(value)
      }}
    />
  )
}

/** Returns why the column mapping is not valid, if it is not. */
export function findMappingError(columns: readonly { name: string; target: ColumnTarget }[]) {
  if (!columns.some(({ target }) => target.startsWith('inputs'))) {
    return 'Map at least one column to an input'
  }
  const plan = { columns: Object.fromEntries(columns.map(({ name, target }) => [name, target])) }
  return ImportPlan.safeParse(plan).success ? undefined : 'Map each column to a different field'
}

const ImportError = z.object({
  data: z.object({
    problems: z.object({ total: z.int(), first: z.array(RowProblem) }),
  }),
})

/** Returns the rows that a rejected import names, or none for other errors. */
export function importProblems(error: unknown): ImportReport['problems'] {
  const { success, data } = ImportError.safeParse(error)
  return success ? data.data.problems : { total: 0, first: [] }
}

type ProblemsProps = { problems: ImportReport['problems']; title: string }

function Problems({ problems: { total, first: firstProblems }, title }: ProblemsProps) {
  if (total === 0) return null
  return (
    <section role="alert">
      <p className={styles.failed}>
        {title}: {total}
      </p>
      <ul className={styles.list}>
        {firstProblems.map(({ row, message }) => (
          <li key={`${row} ${message}`}>{row === 0 ? message : `Row ${row}: ${message}`}</li>
        ))}
      </ul>
      {total > firstProblems.length && (
        <p className={styles.muted}>and {total - firstProblems.length} more</p>
      )}
    </section>
  )
}
