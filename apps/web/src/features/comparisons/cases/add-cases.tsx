import { Button, CloseButton, FileButton, Select, Textarea } from '@mantine/core'
import { useMemo, useState } from 'react'
import { plural } from '../../../lib/format.ts'
import { Lacking } from '../../../ui/lacking.tsx'
import { showToast } from '../../../ui/undo-toast.tsx'
import { useEdit, useWholePlan } from '../comparison-context.ts'
import styles from '../comparison.module.css'
import { outputText } from '../cells/output-text.ts'
import { useDocuments } from '../variants/documents.ts'
import { useView } from '../view-search.ts'
import { guessMapping, type Mapping, mapTable, type Target } from './map-table.ts'
import { type CaseFile, readCaseFile } from './read-file.ts'
import { readTable } from './read-table.ts'

const MOST_CASES = 5_000
const PREVIEWED = 5

/** A pasted table or a file, what its columns are, and what comes of it. */
export function AddCases() {
  const { variants, cases } = useWholePlan()
  const edit = useEdit()
  const { openPanel } = useView()
  const [pasted, setPasted] = useState('')
  const [file, setFile] = useState<CaseFile>()
  const text = file?.text ?? pasted
  const [chosen, setChosen] = useState<Mapping>({})
  const documents = useDocuments(variants)
  const variables = [...new Set([...documents.values()].flatMap(({ input }) => input))]
  const table = useMemo(() => readTable(text), [text])
  const mapping = { ...guessMapping(table.columns, variables), ...chosen }
  const left = MOST_CASES - cases.length
  const rows = table.rows.slice(0, left)
  const fills = Object.values(mapping).some((target) => target.startsWith('input.'))
  const lack =
    table.rows.length === 0
      ? 'There are no rows yet'
      : left <= 0
        ? 'There are 5,000 cases already'
        : !fills && 'No column is an input: say which one is'
  const add = () => {
    const added = mapTable({ rows }, mapping, cases)
    edit((plan) => ({ ...plan, cases: [...plan.cases, ...added] }))
    openPanel(undefined)
    showToast(`${plural(added.length, 'case')} added`)
  }

  return (
    <div className={styles.form}>
      {file ? (
        <FileLine file={file} rows={table.rows.length} onLeave={() => setFile(undefined)} />
      ) : (
        <Textarea
          label="CSV with a header line, JSON Lines or a JSON list"
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
            {file ? 'Another file…' : 'Read a file…'}
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
          label={`Column “${column}” is`}
          description={exampleOf(table.rows.slice(0, PREVIEWED).map((row) => row[column]))}
          allowDeselect={false}
          data={targets(column, variables)}
          value={mapping[column] ?? 'ignore'}
          onChange={(target) => {
            if (target !== null) setChosen({ ...chosen, [column]: target as Target })
          }}
        />
      ))}
      {table.rows.length > left && (
        <p className={styles.failed}>A comparison has at most 5,000 cases: the rest is left out.</p>
      )}
      <Lacking lack={lack}>
        <Button onClick={add}>Add {plural(rows.length, 'case')}</Button>
      </Lacking>
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
      <CloseButton aria-label={`Without ${name}`} onClick={onLeave} />
    </div>
  )
}

function targets(column: string, variables: readonly string[]) {
  const names = [...new Set([...variables, column])]
  return [
    ...names.map((name) => ({ value: `input.${name}`, label: `the input ${name}` })),
    { value: 'reference', label: 'what is expected' },
    { value: 'name', label: 'the name of the case' },
    { value: 'ignore', label: 'not used' },
  ]
}

const exampleOf = (values: readonly unknown[]): string =>
  values
    .flatMap((value) => (value === undefined ? [] : [outputText(value as string)]))
    .join(' · ')
    .slice(0, 120)
