import {
  type ColumnTarget,
  parseImageDataUrl,
  type ImportPreview,
  type JsonType,
  storedTypes,
  typeChange,
} from '@lathe/contract'
import { Select } from '@mantine/core'
import { TextOrPicture } from '../../../ui/pictures/picture.tsx'
import styles from '../datasets.module.css'
import { cellText } from '../examples/cell-text.ts'

type Columns = ImportPreview['columns']

type MappingTableProps = {
  preview: Pick<ImportPreview, 'format' | 'fieldTypes' | 'sample'>
  /** Input names of the dataset. */
  inputs: readonly string[]
  columns: Columns
  onChange: (columns: Columns) => void
}

export function MappingTable({ preview, inputs, columns, onChange }: MappingTableProps) {
  const { format, fieldTypes, sample } = preview
  if (columns.length === 0) return null
  const change = (name: string, part: Partial<Columns[number]>) =>
    onChange(columns.map((column) => (column.name === name ? { ...column, ...part } : column)))
  return (
    <div className={styles.scroll}>
      <table className={styles.mapping}>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">maps to</th>
            {format === 'csv' && <th scope="col">Type</th>}
            <th scope="col">Sample values</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ name, target, isJson, types }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <Select
                  size="xs"
                  aria-label={`Field for column ${name}`}
                  allowDeselect={false}
                  data={targetsOf(name, target, inputs)}
                  value={target}
                  onChange={(chosen) => {
                    if (chosen !== null) change(name, { target: chosen })
                  }}
                />
                {hasType(target) && (
                  <ColumnType column={{ format, isJson, types }} known={fieldTypes[target]} />
                )}
              </td>
              {format === 'csv' && (
                <td>
                  <Select
                    size="xs"
                    aria-label={`Type of column ${name}`}
                    allowDeselect={false}
                    data={[
                      { value: 'text', label: textLabel(fieldTypes[target]) },
                      { value: 'json', label: jsonLabel(types) },
                    ]}
                    value={isJson ? 'json' : 'text'}
                    onChange={(chosen) => change(name, { isJson: chosen === 'json' })}
                  />
                </td>
              )}
              <FirstValues name={name} values={firstOf(sample, name)} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const hasType = (target: ColumnTarget): boolean => target === 'reference' || target.includes('.')

type ColumnTypeProps = {
  column: Parameters<typeof typeChange>[0]
  /** Types that the field has in the dataset. */
  known: readonly JsonType[] | undefined
}

/** The stored type of the column, with a note if it differs from the dataset's. */
function ColumnType({ column, known }: ColumnTypeProps) {
  const stored = typeNames(storedTypes(column, known))
  const change = typeChange(column, known)
  if (!change) return <div className={styles.columnType}>{stored}</div>
  return (
    <div
      className={styles.columnType}
      data-changed
      title={`The dataset has ${typeNames(change.from)} here; the import would add ${typeNames(change.to)}.`}
    >
      {stored}, was {typeNames(change.from)}
    </div>
  )
}

const TYPE_NAMES: Record<JsonType, string> = {
  string: 'text',
  number: 'number',
  boolean: 'boolean',
  object: 'object',
  array: 'list',
}

/** By default a column gets the types that its field has in the dataset. */
const textLabel = (known: readonly JsonType[] = []): string =>
  known.length === 0 || known.includes('string') ? 'Text' : `As stored (${typeNames(known)})`

function jsonLabel([type, ...others]: readonly JsonType[]): string {
  if (others.length > 0) return 'JSON'
  return type === 'number' ? 'Number' : type === 'boolean' ? 'Boolean' : 'JSON'
}

const typeNames = (types: readonly JsonType[]): string =>
  types.map((type) => TYPE_NAMES[type]).join(' or ')

const firstOf = (sample: ImportPreview['sample'], name: string): string[] =>
  sample
    .slice(0, 3)
    .map((row) => cellText(row[name]))
    .filter(Boolean)

function FirstValues({ name, values }: { name: string; values: readonly string[] }) {
  if (values.some((value) => parseImageDataUrl(value)))
    return (
      <td>
        {values.map((value, index) => (
          // Values have no id other than their index.
          <div key={index}>
            <TextOrPicture name={`${name}, value ${index + 1}`} text={value} />
          </div>
        ))}
      </td>
    )
  const text = values.join(' · ').slice(0, 120)
  return <td title={text}>{text}</td>
}

function targetsOf(column: string, guessed: ColumnTarget, inputs: readonly string[]) {
  const name = /^(?:inputs?|metadata|reference)\.(.+)$/.exec(column)?.[1] ?? column
  const all: { value: ColumnTarget; label: string }[] = [
    ...[...new Set([name, ...inputs])].map((input) => ({
      value: `inputs.${input}` as const,
      label: `Input ${input}`,
    })),
    { value: 'inputs', label: 'All inputs (JSON object)' },
    { value: 'reference', label: 'Reference' },
    { value: `reference.${name}`, label: `Reference’s ${name}` },
    { value: `metadata.${name}`, label: `Metadata ${name}` },
    { value: 'metadata', label: 'All metadata (JSON object)' },
    { value: 'split', label: 'Split' },
    { value: 'id', label: 'Id' },
    { value: 'ignore', label: 'Not used' },
  ]
  return all.some(({ value }) => value === guessed)
    ? all
    : [{ value: guessed, label: guessed }, ...all]
}
