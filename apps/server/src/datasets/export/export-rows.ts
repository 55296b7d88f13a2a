import type { Example } from '@lathe/contract'
import type { Db } from '../../platform/db/db.ts'
import { csvLine } from '../../platform/http/csv.ts'
import { redactJson } from '../../platform/crypto/secret-rules.ts'
import type { DatasetRow } from '../datasets.store.ts'
import { type ExampleFilter, listExamples, toExample } from '../examples.store.ts'
import { toCell } from '../unchanged-cells.ts'

const PAGE = 500

type Source = {
  db: Db
  dataset: DatasetRow
  version: number
  filter: ExampleFilter
  hasSecrets: boolean
}

async function* pages(source: Source): AsyncGenerator<Example[]> {
  const { db, dataset, version, filter, hasSecrets } = source
  const place = { workspaceId: dataset.workspace_id, datasetId: dataset.id, version }
  for (let offset = 0; ; offset += PAGE) {
    const rows = await listExamples(db, place, filter, { offset, limit: PAGE })
    if (rows.length > 0) {
      const examples = rows.map(toExample)
      yield hasSecrets ? examples : examples.map(redactExample)
    }
    if (rows.length < PAGE) return
  }
}

const redactExample = (example: Example): Example => {
  const { inputs, reference, metadata, files } = example
  return { ...example, ...redactJson({ inputs, reference, metadata, files }) }
}

/**
 * Yields examples as JSON Lines that an import restores unchanged. Attachments are listed by name.
 */
export async function* jsonLines(source: Source): AsyncGenerator<string> {
  for await (const examples of pages(source)) yield examples.map(toLine).join('')
}

const toLine = ({ id, inputs, reference, metadata, splits, files }: Example) => {
  const attachments = files.length > 0 && { attachments: files }
  return `${JSON.stringify({ id, inputs, reference, metadata, split: splits, ...attachments })}\n`
}

/**
 * Yields CSV with the columns an import expects. Reads twice, because the columns depend on all
 * rows.
 */
export async function* csvLines(source: Source): AsyncGenerator<string> {
  const names = { inputs: new Set<string>(), metadata: new Set<string>() }
  let haveFiles = false
  for await (const examples of pages(source))
    for (const { inputs, metadata, files } of examples) {
      haveFiles ||= files.length > 0
      for (const name of Object.keys(inputs)) names.inputs.add(name)
      for (const name of Object.keys(metadata)) names.metadata.add(name)
    }
  const inputs = [...names.inputs]
  const metadata = [...names.metadata]
  yield csvLine([
    'id',
    ...inputs.map((name) => `inputs.${name}`),
    'reference',
    ...metadata.map((name) => `metadata.${name}`),
    'split',
    ...(haveFiles ? ['attachments'] : []),
  ])
  for await (const examples of pages(source))
    yield examples
      .map((example) =>
        csvLine([
          example.id,
          ...inputs.map((name) => toCell(example.inputs[name])),
          toCell(example.reference),
          ...metadata.map((name) => toCell(example.metadata[name])),
          example.splits.join(','),
          ...(haveFiles ? [toCell(example.files.length > 0 ? example.files : null)] : []),
        ]),
      )
      .join('')
}
