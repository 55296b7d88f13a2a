import { Button, CloseButton, FileButton, Select, Textarea } from '@mantine/core'
import { useMemo, useState } from 'react'
import { plural } from '../../../lib/format/format.ts'
import { DisabledReason } from '../../../ui/fields/disabled-reason.tsx'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'
import { useComparison, useEdit, useFullPlan } from '../comparison-context.ts'
import styles from '../comparison.module.css'
import { outputText } from '../cells/cell-output.tsx'
import { useDocuments } from '../variants/documents.ts'
import { useView } from '../view-search.ts'
import {
  guessMapping,
  type Mapping,
  type Target,
  importedText,
  importTable,
  importLabel,
} from './map-table.ts'
import { type CaseFile, readCaseFile, readTable } from './read-file.ts'
import { omitBlankCases } from './omit-blank-cases.ts'

const MOST_CASES = 5_000
const PREVIEWED = 5

/** Imports cases from pasted text or a file. */
export function AddCases() {
  const { variants, cases } = useFullPlan()
  const { detail } = useComparison()
  const edit = useEdit()
  const { openPanel } = useView()
  const [pasted, setPasted] = useState('')
  const [file, setFile] = useState<CaseFile>()
  const text = file?.text ?? pasted
  const [selectedMapping, setChosen] = useState<Mapping>({})
  const documents = useDocuments(variants)
  const variables = [...new Set([...documents.values()].flatMap(({ input }) => input))]
  const table = useMemo(() => readTable(text), [text])
  const mapping = { ...guessMapping(table.columns, variables), ...selectedMapping }
  const importResult = importTable(table, mapping, omitBlankCases(cases, detail.grid), MOST_CASES)
  const isEmptyImport = importResult.added + importResult.completed === 0
  const hasInputColumn = Object.values(mapping).some((target) => target.startsWith('input.'))
  const disabledReason =
    table.rows.length === 0
      ? 'No rows yet'
      : !hasInputColumn
        ? 'Map a column to an input'
        : isEmptyImport &&
          (importResult.overLimit > 0
            ? 'Maximum of 5,000 cases reached'
            : 'All rows are already cases')
  const add = () => {
    edit((plan) => ({ ...plan, cases: importResult.cases }))
    openPanel(undefined)
    showToast(importedText(importResult))
  }

  return (
    <div className={styles.form}>
      {file ? (
        <FileLine file={file} rows={table.rows.length} onLeave={() => setFile(undefined)} />
      ) : (
        <Textarea
          label="CSV with a header line, JSON Lines or a JSON array"
          placeholder={'question,expected\nWhat is the tide?,moon'}
          autosize
          minRows={6}
          maxRows={14}
          value={pasted}
          onChange={({ currentTarget }) => setPasted(currentTarget.value)}
        />
      )}
      <FileButton
        accept=".csv,.tsv,.json,.jsonl,.ndjson,text/csv,application/json"
        onChange={(chosenFile) => {
          if (chosenFile) void readCaseFile(chosenFile).then(setFile)
        }}
      >
        {(props) => (
          <Button variant="default" {...props}>
            {file ? 'Choose another file…' : 'Upload a file…'}
          </Button>
        )}
      </FileButton>
      {table.problems.length > 0 && (
        <p className={styles.failed} role="alert">
          {table.problems.slice(0, 3).join('. ')}
          {table.problems.length > 3 && `, and ${table.problems.length - 3} more`}
        </p>
      )}
      {table.columns.map((column) => (
        <Select
          key={column}
          label={`Column “${column}”`}
          description={formatExamples(table.rows.slice(0, PREVIEWED).map((row) => row[column]))}
          allowDeselect={false}
          data={targets(column, variables)}
          value={mapping[column] ?? 'ignore'}
          onChange={(target) => {
            if (target !== null) setChosen({ ...selectedMapping, [column]: target as Target })
          }}
        />
      ))}
      {importResult.overLimit > 0 && (
        <p className={styles.failed}>A comparison has at most 5,000 cases. The rest is left out.</p>
      )}
      <DisabledReason reason={disabledReason}>
        <Button onClick={add}>{importLabel(importResult)}</Button>
      </DisabledReason>
    </div>
  )
}

type FileLineProps = { file: CaseFile; rows: number; onLeave: () => void }

function FileLine({ file: { name, note, problem }, rows, onLeave }: FileLineProps) {
  return (
    <div className={styles.headLine}>
      {problem === undefined ? (
        <span>
          {name}: {plural(rows, 'row')}
          {note !== undefined && <span className={styles.muted}> · {note}</span>}
        </span>
      ) : (
        <span className={styles.failed} role="alert">
          {name} cannot be read. {problem}.
        </span>
      )}
      <CloseButton aria-label={`Remove ${name}`} onClick={onLeave} />
    </div>
  )
}

function targets(column: string, variables: readonly string[]) {
  const names = [...new Set([...variables, column])]
  return [
    ...names.map((name) => ({ value: `input.${name}`, label: `Input: ${name}` })),
    { value: 'reference', label: 'Reference' },
    { value: 'name', label: 'Case name' },
    { value: 'ignore', label: 'Ignore' },
  ]
}

function formatExamples(values: readonly unknown[]): string {
  const text = values
    .flatMap((value) => (value === undefined ? [] : [outputText(value as string)]))
    .join(' · ')
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}
