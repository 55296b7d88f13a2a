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
  const change = (name: string, changes: Partial<Columns[number]>) =>
    onChange(columns.map((column) => (column.name === name ? { ...column, ...changes } : column)))
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
                  data={targetOptions(name, target, inputs)}
                  value={target}
                  onChange={(value) => {
                    if (value !== null) change(name, { target: value })
                  }}
                />
                {hasType(target) && (
                  <ColumnType column={{ format, isJson, types }} knownTypes={fieldTypes[target]} />
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
                    onChange={(value) => change(name, { isJson: value === 'json' })}
                  />
                </td>
              )}
              <FirstValues name={name} values={sampleTexts(sample, name)} />
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
  knownTypes: readonly JsonType[] | undefined
}

/** The stored type of the column, with a note if it differs from the dataset's. */
function ColumnType({ column, knownTypes }: ColumnTypeProps) {
  const storedAs = typeNames(storedTypes(column, knownTypes))
  const change = typeChange(column, knownTypes)
  if (!change) return <div className={styles.columnType}>{storedAs}</div>
  return (
    <div
      className={styles.columnType}
      data-changed
      title={`The dataset has ${typeNames(change.from)} here; the import would add ${typeNames(change.to)}.`}
    >
      {storedAs}, was {typeNames(change.from)}
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
const textLabel = (knownTypes: readonly JsonType[] = []): string =>
  knownTypes.length === 0 || knownTypes.includes('string')
    ? 'Text'
    : `As stored (${typeNames(knownTypes)})`

function jsonLabel([type, ...otherTypes]: readonly JsonType[]): string {
  if (otherTypes.length > 0) return 'JSON'
  return type === 'number' ? 'Number' : type === 'boolean' ? 'Boolean' : 'JSON'
}

const typeNames = (types: readonly JsonType[]): string =>
  types.map((type) => TYPE_NAMES[type]).join(' or ')

const sampleTexts = (sample: ImportPreview['sample'], name: string): string[] =>
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

function targetOptions(column: string, suggested: ColumnTarget, inputs: readonly string[]) {
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
  return all.some(({ value }) => value === suggested)
    ? all
    : [{ value: suggested, label: suggested }, ...all]
}
